import type { CallResult } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import { createAttempt } from './attempt.ts'

const answerOf = (status: number): CallResult<string> =>
  status < 400 && status > 0
    ? { ok: true, status, value: '' }
    : { ok: false, status, code: 'internal', errors: [] }

test.each([
  [-1, true],
  [500, true],
  [503, true],
  [201, false],
  [422, false]
])('after %i the same wish goes under the same key: %s', async (status, isSame) => {
  const keys: (string | undefined)[] = []
  const attempt = createAttempt()
  for (const answer of [status, 201])
    await attempt.send('5', async ({ idempotencyKey }) => {
      keys.push(idempotencyKey)
      return answerOf(answer)
    })
  expect(keys[0] === keys[1]).toBe(isSame)
})

test('another wish has another key', async () => {
  const keys = new Set<string | undefined>()
  const attempt = createAttempt()
  for (const wish of ['5', '6'])
    await attempt.send(wish, async ({ idempotencyKey }) => {
      keys.add(idempotencyKey)
      return answerOf(-1)
    })
  expect(keys.size).toBe(2)
})
