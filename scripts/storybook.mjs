// @ts-check
import { ensureBuilt, ensureStorybook } from './lib/build.mjs'
import { runCommand } from './lib/command.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { onNode24 } from './lib/node.mjs'
import { packageBinary } from './lib/paths.mjs'

// Usage: node scripts/storybook.mjs [--build]
await onNode24(async () => {
  await ensureInstalled()
  // The stories show the built elements too.
  await ensureBuilt()
  if (process.argv.includes('--build')) return ensureStorybook()
  const args = ['dev', '--port', process.env.STORYBOOK_PORT ?? '6006', '--no-open']
  process.exitCode = (await runCommand(packageBinary('storybook'), args)).code
})
