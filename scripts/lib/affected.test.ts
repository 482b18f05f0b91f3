import { expect, test } from 'vitest'
import { affectedTests } from './affected.mjs'

const graph = [
  { source: 'money.ts', dependents: ['money.test.ts', 'ledger.ts'] },
  { source: 'ledger.ts', dependents: ['app.ts', 'ledger.test.ts'] },
  { source: 'app.ts', dependents: ['app.test.tsx', 'ledger.ts'] },
  { source: 'words.ts', dependents: ['words.test.ts'] },
  { source: 'money.test.ts' },
  { source: 'ledger.test.ts' },
  { source: 'app.test.tsx' },
  { source: 'words.test.ts' }
]

test('a change reaches the tests that import it, through others too, nearest first', () => {
  expect(affectedTests(graph, ['money.ts'])).toEqual([
    'money.test.ts',
    'ledger.test.ts',
    'app.test.tsx'
  ])
})

test('a changed test affects itself, and a file that is not a module affects nothing', () => {
  expect(affectedTests(graph, ['words.test.ts', 'README.md'])).toEqual(['words.test.ts'])
})
