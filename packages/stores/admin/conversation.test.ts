import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  type FakeCall,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleMessage, samplePicture } from '../shared/sample-chat.ts'
import { createConversationStores } from './conversation.ts'

const meta = {
  has_more: true,
  unread_count: 0,
  own_read_id: null,
  other_read_id: null,
  is_other_online: false
}

function createStores(answer: (call: FakeCall) => Response) {
  const { transport, calls } = createFakeTransport(answer)
  const messages = { data: [sampleMessage('5', '1')], meta }
  return {
    stores: createConversationStores(createApi({ transport }), { id: '1', messages }, () => {}),
    calls
  }
}

const ids = (stores: ReturnType<typeof createConversationStores>) =>
  stores.$messages.get().map(it => it.id)

test('shows an answer once although it arrives twice', async () => {
  const answer = sampleMessage('6', '1', 'operator')
  const { stores } = createStores(() => jsonResponse({ data: answer }, 201))
  stores.onEvent({ event: 'message', data: answer })
  expect(await stores.send('Hello')).toBe(true)
  expect(ids(stores)).toEqual(['5', '6'])
})

test('what is said elsewhere is not said here', () => {
  const { stores } = createStores(() => jsonResponse({}))
  stores.onEvent({ event: 'message', data: sampleMessage('6', '2') })
  stores.onEvent({
    event: 'presence',
    data: { conversation_id: '2', side: 'user', is_online: true }
  })
  expect(ids(stores)).toEqual(['5'])
  expect(stores.$isOnline.get()).toBe(false)
})

test('an answer that did not arrive goes again under the same key', async () => {
  const answers = [
    errorResponse(503, 'unavailable'),
    jsonResponse({ data: sampleMessage('6', '1', 'operator') }, 201),
    jsonResponse({ data: sampleMessage('7', '1', 'operator') }, 201)
  ]
  const { stores, calls } = createStores(() => answers.shift() ?? jsonResponse({}, 500))
  expect(await stores.send('Hello')).toBe(false)
  expect(stores.$problem.get()?.code).toBe('unavailable')
  expect(await stores.send('Hello')).toBe(true)
  expect(stores.$problem.get()).toBeNull()
  await stores.send('Hello')
  const keys = calls.map(call => call.headers.get('idempotency-key'))
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[1])
})

test('older messages go before the ones there are', async () => {
  const { stores, calls } = createStores(() =>
    jsonResponse({ data: [sampleMessage('3', '1')], meta: { ...meta, has_more: false } })
  )
  await stores.loadOlder()
  expect(decodeURIComponent(calls[0]?.path ?? '')).toContain('page[before]=5')
  expect(ids(stores)).toEqual(['3', '5'])
  expect(stores.$hasMore.get()).toBe(false)
})

test('reading marks everything there is; what the account read is known', async () => {
  const { stores, calls } = createStores(() => new Response(null, { status: 204 }))
  await stores.markRead()
  expect(attributesOf(calls[0])).toEqual({ message_id: '5' })
  const data = { conversation_id: '1', reader: 'user' as const, message_id: '5' }
  stores.onEvent({ event: 'read', data })
  expect(stores.$readId.get()).toBe('5')
})

test('a picture goes up for this conversation, and with the answer', async () => {
  const { stores, calls } = createStores(({ path }) =>
    path.endsWith('/pictures')
      ? jsonResponse({ data: samplePicture('7') }, 201)
      : jsonResponse({ data: sampleMessage('6', '1', 'operator') }, 201)
  )
  await stores.attach([new File(['x'], 'a.png', { type: 'image/png' })])
  expect(await stores.send('')).toBe(true)
  const posts = calls.filter(it => !it.path.endsWith('authenticity_token'))
  expect(posts.map(it => it.path)).toEqual([
    '/api/v1/admin/chat/conversations/1/pictures',
    '/api/v1/admin/chat/conversations/1/messages'
  ])
  expect(attributesOf(posts[1])).toEqual({ text: '', picture_id: '7' })
})
