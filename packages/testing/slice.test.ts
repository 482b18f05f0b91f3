import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.resetModules())

async function sliceWith(env: Record<string, string | undefined>) {
  vi.resetModules()
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  return (await import('./slice.ts')).slice
}

const items = [0, 1, 2, 3, 4, 5, 6]

test('takes every third from the first, whatever is tested', async () => {
  const slice = await sliceWith({ MILLE_PROOF: undefined })
  expect(slice(items, 3)).toEqual([0, 3, 6])
  expect(slice(['only'], 3)).toEqual(['only'])
  expect(slice([], 3)).toEqual([])
})

test('is everything in the long proof', async () => {
  const slice = await sliceWith({ MILLE_PROOF: 'full' })
  expect(slice(items, 3)).toEqual(items)
})
