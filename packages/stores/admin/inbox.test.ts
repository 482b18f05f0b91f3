import { createApi } from '@mille/api/client.ts'
import type { ChatConversation } from '@mille/api/support/endpoints.ts'
import { expect, test } from 'vitest'
import { createFakeTransport, jsonResponse } from '../shared/fake-transport.ts'
import { sampleMessage } from '../shared/sample-chat.ts'
import { createInboxStores } from './inbox.ts'

function conversation(id: string, lastId: string, unread = 0): ChatConversation {
  const last_message = {
    id: lastId,
    author: 'user' as const,
    text: 'Hello',
    has_picture: false,
    created_at: '2026-03-02T10:00:00.000Z'
  }
  const attributes = {
    name: `Account ${id}`,
    email: null,
    unread_count: unread,
    is_online: false,
    last_message
  }
  return { type: 'chat_conversations', id, attributes }
}

function createStores(answers: ChatConversation[]) {
  const { transport, calls } = createFakeTransport(() => jsonResponse({ data: answers.shift() }))
  const list = {
    data: [conversation('1', '10'), conversation('2', '9')],
    meta: { pagination: { records: 2 }, unread_count: 0 }
  }
  return { stores: createInboxStores(createApi({ transport }), list), calls }
}

const order = (stores: ReturnType<typeof createInboxStores>) =>
  stores.$conversations.get().map(it => it.id)

test('a message moves its conversation to the top, with the server’s count', async () => {
  const { stores } = createStores([conversation('2', '11', 1)])
  stores.onEvent({ event: 'message', data: sampleMessage('11', '2') })
  await expect.poll(() => order(stores)).toEqual(['2', '1'])
  expect(stores.$unreadCount.get()).toBe(1)
})

test('who writes for the first time joins the list', async () => {
  const { stores } = createStores([conversation('3', '12', 1)])
  stores.onEvent({ event: 'message', data: sampleMessage('12', '3') })
  await expect.poll(() => order(stores)).toEqual(['3', '1', '2'])
  expect(stores.$records.get()).toBe(3)
})

test('what a colleague has read is read for all', async () => {
  const { stores, calls } = createStores([conversation('1', '10', 0)])
  const read = { conversation_id: '1', message_id: '10' }
  stores.onEvent({ event: 'read', data: { ...read, reader: 'user' } })
  stores.onEvent({ event: 'read', data: { ...read, reader: 'operator' } })
  await expect.poll(() => calls.length).toBe(1)
})

test('people come and go', () => {
  const { stores } = createStores([])
  const data = { conversation_id: '2', side: 'user' as const, is_online: true }
  stores.onEvent({ event: 'presence', data })
  expect(stores.$conversations.get().map(it => it.attributes.is_online)).toEqual([false, true])
})
