import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCommand } from './lib/command.mjs'
import { root } from './lib/paths.mjs'

const before = `# Changelog

By reader.

## 0.2.0 - unreleased

### Advertisers

- A line that is
  continued.

### Developers

- A call.

## 0.1.0 - 2026-11-28

### Operators

- A first version.
`

let project: string

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'mille-changelog-'))
  mkdirSync(join(project, 'docs/changes'), { recursive: true })
  cpSync(join(root, 'docs/changes/README.md'), join(project, 'docs/changes/README.md'))
  writeFileSync(join(project, 'CHANGELOG.md'), before)
})

afterEach(() => rmSync(project, { recursive: true }))

it('moves each change to the end of the section of its reader', async () => {
  plant('units.md', 'Advertisers: Units\nhave names.\n\nOperators: An alarm for units.\n')
  plant('calls.md', 'Developers: Another call.\n')
  const { code, output } = await assemble('--write')
  expect(output).toBe('Moved to CHANGELOG.md: 3\n')
  expect(code).toBe(0)
  expect(read()).toBe(
    before
      .replace(
        '  continued.\n',
        '  continued.\n- Units\n  have names.\n\n### Operators\n\n- An alarm for units.\n'
      )
      .replace('- A call.\n', '- A call.\n- Another call.\n')
  )
  expect(existsSync(join(project, 'docs/changes/units.md'))).toBe(false)
  expect(existsSync(join(project, 'docs/changes/README.md'))).toBe(true)
})

it('only prints them without --write', async () => {
  plant('units.md', 'Advertisers: Units have names.\n')
  expect(await assemble()).toEqual({ code: 0, output: 'Advertisers\n- Units have names.\n' })
  expect(read()).toBe(before)
  expect(existsSync(join(project, 'docs/changes/units.md'))).toBe(true)
})

it('leaves a changelog without changes as it is', async () => {
  expect((await assemble('--write')).code).toBe(0)
  expect(read()).toBe(before)
})

it('leaves a changelog whose newest version is released as it is, if nothing has changed', async () => {
  const released = before.replace('unreleased', '2026-12-24')
  writeFileSync(join(project, 'CHANGELOG.md'), released)
  expect((await assemble('--write')).code).toBe(0)
  expect(read()).toBe(released)
})

it.each([
  [
    'an unknown reader',
    'Readers: Ads are smaller.\n',
    'units.md has a paragraph that does not begin with'
  ],
  ['no reader', 'Ads are smaller.\n', 'units.md has a paragraph that does not begin with'],
  ['half a sentence', 'Operators: Ads are\n', 'units.md has a sentence without an end'],
  ['a line that is there', 'Developers: A call.\n', 'Already a line of the changelog: - A call.']
])('refuses %s, and moves nothing', async (_, text, problem) => {
  plant('calls.md', 'Developers: Another call.\n')
  plant('units.md', text)
  const { code, output } = await assemble('--write')
  expect(code).toBe(1)
  expect(output).toContain(problem)
  expect(read()).toBe(before)
  expect(existsSync(join(project, 'docs/changes/calls.md'))).toBe(true)
})

it('refuses to add to a version that is released', async () => {
  writeFileSync(join(project, 'CHANGELOG.md'), before.replace('unreleased', '2026-12-24'))
  plant('calls.md', 'Developers: Another call.\n')
  expect(await assemble('--write')).toMatchObject({
    code: 1,
    output: expect.stringContaining('add a heading for the next one')
  })
})

function plant(name: string, text: string) {
  writeFileSync(join(project, 'docs/changes', name), text)
}

function read() {
  return readFileSync(join(project, 'CHANGELOG.md'), 'utf8')
}

async function assemble(...given: string[]) {
  const args = [join(root, 'scripts/assemble-changelog.mjs'), ...given, project]
  const { code, output } = await runCommand(process.execPath, args, { quiet: true })
  return { code, output }
}
