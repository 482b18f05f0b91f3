// @ts-check
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { onNode24 } from './lib/node.mjs'
import { root } from './lib/paths.mjs'
import { makeRelease } from './lib/release.mjs'
import { readArtifacts } from './lib/release-files.mjs'
import { SetupError } from './lib/setup-error.mjs'
import { setVersion } from './lib/versions.mjs'

// Usage: node scripts/release.mjs [--dry-run] [--unsigned] [--date YYYY-MM-DD] | --next VERSION
// Makes the files, the commit and the tag of a release, and prints how to publish them: see docs/releasing.md.
await onNode24(async () => {
  const { values } = parseArgs({
    options: {
      'dry-run': { type: 'boolean', default: false },
      unsigned: { type: 'boolean', default: false },
      date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
      next: { type: 'string' }
    }
  })
  if (values.next !== undefined) return choose(values.next)
  if (!/^\d{4}-\d\d-\d\d$/.test(values.date)) throw new SetupError('--date is like 2026-12-24.')

  const isDryRun = values['dry-run']
  const { folder, version } = await makeRelease({
    project: root,
    date: values.date,
    isDryRun,
    isUnsigned: values.unsigned,
    say
  })
  const artifacts = readArtifacts(folder)
  for (const { name, bytes, sha256 } of artifacts)
    say(`${sha256}  ${String(bytes).padStart(10)}  ${name}`)
  if (isDryRun)
    say(`\nThis was a dry run: the repository is unchanged, and the files are in ${folder}`)
  else
    say(
      howToPublish(
        version,
        artifacts.map(it => it.name),
        relative(root, folder)
      )
    )
})

/** @param {string} version */
function choose(version) {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new SetupError('--next is like 0.2.0.')
  setVersion(root, version)
  say(`The next release is ${version}: commit what has changed.`)
}

/**
 * @param {string} version
 * @param {string[]} names
 * @param {string} folder
 */
function howToPublish(version, names, folder) {
  const tag = `v${version}`
  const channel = version.includes('-') ? ' --tag next' : ''
  const packages = names.filter(it => it.endsWith('.tgz'))
  return [
    `\nmain has a commit more, and the tag ${tag}. Nothing is published. To publish it:\n`,
    `git push --atomic origin main ${tag}`,
    ...packages.map(it => `npm publish ./${folder}/${it} --access public${channel}`),
    `gh release create ${tag} --verify-tag --title 'Mille ${version}' --notes-file ${folder}/RELEASE-NOTES.md ${folder}/*`,
    `\nTo undo it before that:\n`,
    `git tag --delete ${tag} && git reset --keep HEAD~1`
  ].join('\n')
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`)
}
