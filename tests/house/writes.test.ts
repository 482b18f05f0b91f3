import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { endpoints } from '@mille/api/endpoints.ts'
import { expect, test } from 'vitest'
import { notTried } from '../end-to-end/writes/not-tried.ts'
import { writes } from '../end-to-end/writes/table.ts'

const root = resolve(import.meta.dirname, '../..')
const places = ['packages/stores', 'packages/widgets', 'dashboard/app']

test('every write of the interface is tried on a bad day, or it is said why not', () => {
  const source = places
    .flatMap(place =>
      globSync('**/*.{ts,tsx}', { cwd: join(root, place) })
        .filter(path => !/(test|stories)\.tsx?$|(^|\/)(node_modules|dist)\//.test(path))
        .map(path => readFileSync(join(root, place, path), 'utf8'))
    )
    .join('\n')
  const used = Object.values(endpoints)
    .flatMap(group => Object.entries(group))
    .filter(([name, { method }]) => method !== 'GET' && new RegExp(`\\b${name}\\b`).test(source))
    .map(([, { method, path }]) => `${method} ${path}`)
  expect(used.length).toBeGreaterThan(80)
  const tried = new Set(writes.map(it => it.call))
  expect(used.filter(call => !tried.has(call) && !(call in notTried))).toEqual([])
  const known = new Set([...used, 'POST /api/v1/authenticity_token'])
  expect([...tried, ...Object.keys(notTried)].filter(call => !known.has(call))).toEqual([])
  expect(Object.keys(notTried).filter(call => tried.has(call))).toEqual([])
})
