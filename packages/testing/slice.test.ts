import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.resetModules())

async function sliceWith(env: Record<string, string | undefined>) {
  vi.resetModules()
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  return (await import('./slice.ts')).slice
}

const items = [0, 1, 2, 3, 4, 5, 6]

test('takes every third, and all of them in three commits', async () => {
  const turns: number[][] = []
  for (const MILLE_SLICE of ['300', '301', '302']) {
    const slice = await sliceWith({ MILLE_PROOF: undefined, MILLE_SLICE })
    turns.push(slice(items, 3))
  }
  expect(turns).toEqual([
    [0, 3, 6],
    [1, 4],
    [2, 5]
  ])
})

test('is never empty where there is something', async () => {
  const slice = await sliceWith({ MILLE_PROOF: undefined, MILLE_SLICE: '8' })
  expect(slice(['only'], 3)).toEqual(['only'])
  expect(slice([], 3)).toEqual([])
})

test('is everything in the long proof', async () => {
  const slice = await sliceWith({ MILLE_PROOF: 'full', MILLE_SLICE: '1' })
  expect(slice(items, 3)).toEqual(items)
})
