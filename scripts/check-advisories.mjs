// @ts-check
import { readAdvisories } from './lib/advisories.mjs'
import { onNode24 } from './lib/node.mjs'

// Fails when a production dependency has a known advisory of severity high or critical. If the registry does not
// answer, that is reported and does not count as a failure.
await onNode24(async () => {
  const advisories = await readAdvisories()
  if (advisories.kind === 'not_checked') {
    process.stdout.write(`Advisories were not checked: ${advisories.reason}\n`)
    return
  }
  if (advisories.found.length > 0) {
    process.stdout.write(`Known advisories:\n${advisories.found.join('\n')}\n`)
    process.exitCode = 1
  }
})
