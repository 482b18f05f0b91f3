// @ts-check
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { addChanges, readChanges } from './lib/changelog.mjs'
import { root } from './lib/paths.mjs'

// Usage: node scripts/assemble-changelog.mjs [--write] [folder of the project]
// Prints the changes in docs/changes, grouped by reader. With --write, moves them to the newest version in
// CHANGELOG.md.
const given = process.argv.slice(2)
const isWriting = given.includes('--write')
const project = resolve(given.find(it => it !== '--write') ?? root)
const changelog = join(project, 'CHANGELOG.md')
const folder = join(project, 'docs/changes')
const files = readdirSync(folder)
  .filter(name => name.endsWith('.md') && name !== 'README.md')
  .sort()
  .map(name => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

const { changes, problems } = readChanges(files)
const added = addChanges(readFileSync(changelog, 'utf8'), changes)
const refusals = [...problems, ...added.problems]
if (refusals.length > 0) {
  process.stderr.write(`${refusals.join('\n')}\n`)
  process.exitCode = 1
} else if (isWriting) {
  writeFileSync(changelog, added.text)
  for (const { name } of files) rmSync(join(folder, name))
  process.stdout.write(`Moved to CHANGELOG.md: ${changes.length}\n`)
} else {
  for (const { reader, entry } of changes) process.stdout.write(`${reader}\n${entry}\n`)
}
