import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newestVersion } from '../../scripts/lib/changelog.mjs'
import { root } from '../../scripts/lib/paths.mjs'
import { setVersion, versionOf, versionProblems } from '../../scripts/lib/versions.mjs'
import { listSources } from './project-copy.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mille-versions-'))
  const wanted = /(^|\/)package(-lock)?\.json$|^(README|CHANGELOG)\.md$/
  for (const path of listSources().filter(it => wanted.test(it)))
    cpSync(join(root, path), join(folder, path))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('has one version everywhere', () => {
  expect(versionProblems(root)).toEqual([])
})

it.each([
  ['dashboard/package.json', /"version": ".*?"/, '"version": "9.9.9"', 'dashboard/package.json'],
  [
    'packages/ui/package.json',
    /"@mille\/money": ".*?"/,
    '"@mille/money": "9.9.9"',
    '@mille/money in packages/ui/package.json'
  ],
  ['package-lock.json', /"version": ".*?"/, '"version": "9.9.9"', 'package-lock.json'],
  ['CHANGELOG.md', /^## \S+/m, '## 9.9.9', 'the newest heading of CHANGELOG.md'],
  ['README.md', /\/embed\/\d[^/]*\//, '/embed/9.9.9/', 'an embed in README.md']
])('reports another version in %s', (path, version, other, place) => {
  const text = readFileSync(join(folder, path), 'utf8')
  expect(text).toMatch(version)
  writeFileSync(join(folder, path), text.replace(version, other))
  const wanted = versionOf(folder)
  expect(versionProblems(folder)).toEqual([
    `${place} has version 9.9.9, and package.json ${wanted}`
  ])
})

it('names the folder of pinned embeds after the version of the root', () => {
  expect(readFileSync(join(root, 'rollup.config.mjs'), 'utf8')).toMatch(
    /import project from '\.\/package\.json'[\s\S]*const \{ version \} = project/
  )
})

it('gives everything the next version, and a released changelog a heading', () => {
  const path = join(folder, 'CHANGELOG.md')
  const released = readFileSync(path, 'utf8').replace(' - unreleased', ' - 2026-12-24')
  writeFileSync(path, released)
  setVersion(folder, '9.9.8')
  setVersion(folder, '9.9.9')
  expect(versionOf(folder)).toBe('9.9.9')
  expect(versionProblems(folder)).toEqual([])
  const changelog = readFileSync(path, 'utf8')
  expect(newestVersion(changelog)).toEqual({ version: '9.9.9', date: 'unreleased', notes: '' })
  expect(changelog.replace('## 9.9.9 - unreleased\n\n', '')).toBe(released)
})
