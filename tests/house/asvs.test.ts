import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@mille/server/http/limits/limits.ts'
import { expect, test } from 'vitest'
import { root } from '../../scripts/lib/paths.mjs'
import { listSources } from './project-copy.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const asvs = read('docs/asvs.md')
const security = read('docs/security.md')
const rows = [...asvs.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| .+? \| (.+?) \| (.*) \|$/gm)]

/**
 * Finds tests that a document names but that do not exist. A test is named by its file and by its name, or a part of
 * the name.
 */
function missingTests(text: string): string[] {
  return [...text.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)` “(.+?)”/g)]
    .filter(
      ([, path = '', name = '']) => !existsSync(join(root, path)) || !read(path).includes(name)
    )
    .map(([found]) => found)
}

test('the tests that docs/asvs.md names are there', () => {
  expect(asvs.match(/\.tsx?` “/g)?.length).toBeGreaterThan(150)
  expect(missingTests(asvs)).toEqual([])
})

test('a test that is gone, or has another name, is missed', () => {
  const [file, name] = ['tests/house/asvs.test.ts', 'a test that is gone']
  expect(missingTests(`\`${file}\` “${name}”`)).toEqual([])
  const faults = [
    `\`${file}\` “a test ${'nobody'} wrote”`,
    `\`tests/house/gone.test.ts\` “${name}”`
  ]
  expect(missingTests(faults.join('; '))).toEqual(faults)
})

test('every requirement of levels 1 and 2 is there once, with what shows it', () => {
  const numbers = rows.map(([, number]) => number)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(rows.filter(([, , level]) => level === '1')).toHaveLength(70)
  expect(rows.filter(([, , level]) => level === '2')).toHaveLength(183)
  expect(rows.filter(([, , , , shown]) => shown?.trim() === '').map(([row]) => row)).toEqual([])
})

test('the states are counted, and what is missing is listed', () => {
  const counted = [
    ...asvs.matchAll(/^\| (met|in part|not met|operator|does not apply) \| .+ \| (\d+) \|$/gm)
  ]
  expect(counted).toHaveLength(5)
  const inState = (state: string) =>
    rows.filter(([, , , found]) => found?.replaceAll('*', '') === state)
  for (const [, state = '', count] of counted)
    expect(inState(state), state).toHaveLength(Number(count))
  const listed = /only in part: ([\d., ]+)\. /.exec(asvs.replaceAll('\n', ' '))?.[1]?.split(', ')
  const missing = rows.filter(([, , , state]) => state === 'in part' || state === '**not met**')
  expect(listed).toEqual(missing.map(([, number]) => number))
})

test('every key that is derived is in the list of keys', () => {
  const sources = listSources().filter(
    path => /^packages\/server\/.*\.ts$/.test(path) && !path.includes('.test.')
  )
  const labels = sources
    .flatMap(path => [...read(path).matchAll(/deriveKey\([^)]*?['`](mille [a-z -]+)/g)])
    .map(([, label = '']) => label.trim())
  expect(sources.filter(path => read(path).includes('hkdfSync'))).toEqual([
    'packages/server/config/derive-key.ts'
  ])
  expect(labels.length).toBeGreaterThan(8)
  expect(labels.filter(label => !security.includes(`| \`${label}\` |`))).toEqual([])
})

test('every limit is in the list of limits, with its number and time', () => {
  const listed = [...security.matchAll(/^\| (`.+?`) \| ([\d, ]+) \| ([\d, ]+) \|/gm)].flatMap(
    ([, names = '', points = '', seconds = '']) =>
      names.split(', ').map((name, at) => {
        const at0 = (text: string) => text.split(', ')[at] ?? text.split(', ')[0]
        return `${name} ${at0(points)} ${at0(seconds)}`
      })
  )
  const used = Object.values(limits).map(it => `\`${it.name}\` ${it.points} ${it.seconds}`)
  expect(used.length).toBeGreaterThan(20)
  expect(used.filter(it => !listed.includes(it))).toEqual([])
  expect(listed.filter(it => !used.includes(it))).toEqual([])
})
