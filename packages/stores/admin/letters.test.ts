import { createApi } from '@mille/api/client.ts'
import type { ChatLetter } from '@mille/api/support/endpoints.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import { createLetterStores } from './letters.ts'

function letter(id: string, answered_at: string | null = null): ChatLetter {
  return {
    type: 'chat_letters',
    id,
    attributes: {
      ...{ email: 'ada@example.com', text: 'What does it cost?', page_origin: null },
      created_at: '2026-03-02T10:00:00.000Z',
      answered_at
    }
  }
}

function createStores(answer: () => Response) {
  const { transport, calls } = createFakeTransport(answer)
  const list = {
    data: [letter('2'), letter('1')],
    meta: { pagination: { records: 2 }, waiting_count: 2 }
  }
  return { stores: createLetterStores(createApi({ transport }), list), calls }
}

test('a letter that is marked stays in its place and waits no longer', async () => {
  const { stores, calls } = createStores(() =>
    jsonResponse({ data: letter('2', '2026-03-02T11:00:00.000Z') })
  )
  expect(stores.$waitingCount.get()).toBe(2)
  expect(await stores.mark('2', true)).toBe(true)
  expect(attributesOf(calls[0])).toEqual({ is_answered: true })
  expect(stores.$items.get().map(it => it.id)).toEqual(['2', '1'])
  expect(stores.$waitingCount.get()).toBe(1)
})

test('a letter that could not be marked says so and still waits', async () => {
  const { stores } = createStores(() => errorResponse(503, 'unavailable'))
  expect(await stores.mark('2', true)).toBe(false)
  expect(stores.$failed.get()).toMatchObject({ id: '2', problem: { code: 'unavailable' } })
  expect(stores.$waitingCount.get()).toBe(2)
  expect(stores.$marking.get()).toBeNull()
})
