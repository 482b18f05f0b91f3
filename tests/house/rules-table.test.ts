import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

test('the tests that docs/api/rules.md names are there', () => {
  const table = readFileSync(join(root, 'docs/api/rules.md'), 'utf8')
  const rows = [...table.matchAll(/^\| .+? \| (.+?) \| (packages\/\S+) \|$/gm)]
  expect(rows.length).toBeGreaterThan(40)
  const missing = rows.filter(([, name = '', file = '']) => {
    const text = readFileSync(join(root, file), 'utf8')
    return !text.includes(`'${name}'`)
  })
  expect(missing.map(([row]) => row)).toEqual([])
})
