import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { git as run } from './git.mjs'
import { makeRelease } from './release.mjs'

let project: string

beforeEach(() => {
  // The settings of the person who runs the tests may name a key.
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null')
  vi.stubEnv('GIT_CONFIG_SYSTEM', '/dev/null')
  project = mkdtempSync(join(tmpdir(), 'mille-refused-'))
  git('init', '--quiet', '--initial-branch', 'main')
  git('config', 'user.name', 'A releaser')
  git('config', 'user.email', 'releaser@example.org')
  writeFileSync(join(project, 'package.json'), '{ "version": "0.1.0" }')
  writeFileSync(join(project, 'CHANGELOG.md'), '# Changelog\n\n## 0.1.0 - unreleased\n')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'First')
})

afterEach(() => rmSync(project, { recursive: true }))

it('refuses a working tree with changes', async () => {
  writeFileSync(join(project, 'new.txt'), '')
  await expect(release()).rejects.toThrow('The working tree has changes')
})

it('refuses another branch than main', async () => {
  git('checkout', '--quiet', '-b', 'other')
  await expect(release()).rejects.toThrow('A release is made on main, and this is other.')
})

it('refuses a version that has a tag', async () => {
  git('tag', 'v0.1.0')
  await expect(release()).rejects.toThrow('0.1.0 is released: choose the next one with --next.')
})

it('refuses a version that has a date', async () => {
  writeFileSync(join(project, 'CHANGELOG.md'), '# Changelog\n\n## 0.1.0 - 2026-12-24\n')
  git('commit', '--quiet', '-am', 'Released')
  await expect(release()).rejects.toThrow('0.1.0 is released')
})

it('refuses a tag without a signature unless it is asked for', async () => {
  await expect(release({ isUnsigned: false })).rejects.toThrow(
    'git has no key to sign the tag with: set user.signingkey, or release with --unsigned.'
  )
})

it('does not let a hook of git lead its commands to another repository', async () => {
  vi.stubEnv('GIT_DIR', join(project, 'elsewhere'))
  expect(await run(project, ['rev-parse', '--is-inside-work-tree'])).toBe('true')
})

function release({ isUnsigned = true } = {}) {
  return makeRelease({ project, date: '2026-12-24', isDryRun: false, isUnsigned, say: () => {} })
}

function git(...args: string[]) {
  execFileSync('git', args, { cwd: project })
}
