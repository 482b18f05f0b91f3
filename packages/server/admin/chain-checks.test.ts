import { expect, test } from 'vitest'
import { checkChain } from './chain-checks.ts'

const now = new Date('2026-03-02T10:00:00Z')
const chain = {
  title: 'Bitcoin',
  nodeHeight: 850_000,
  height: 850_000,
  readAt: now,
  scanFrom: null
} as const
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

test('says how high the node is and how far behind we are', () => {
  expect(checkChain(chain, now)).toEqual({
    name: 'Bitcoin',
    state: 'ok',
    text: 'The node is at block 850,000, we are there; read 0 s ago.'
  })
  expect(checkChain({ ...chain, height: 849_990 }, now)).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('10 behind')
  })
})

test.each([
  ['a node that does not answer', { nodeHeight: null }, 'alarm'],
  ['a chain that nobody has read', { height: null, readAt: null }, 'warning'],
  ['a node that lacks what has been read', { nodeHeight: 849_998 }, 'warning'],
  ['a wallet that is being searched', { scanFrom: 800_000 }, 'warning'],
  ['one that was read two minutes ago', { readAt: ago(120) }, 'warning'],
  ['one that was read ten minutes ago', { readAt: ago(600) }, 'alarm']
])('%s is reported', (_, changes, state) => {
  expect(checkChain({ ...chain, ...changes }, now).state).toBe(state)
})
