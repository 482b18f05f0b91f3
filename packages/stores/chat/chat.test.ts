import { createApi } from '@mille/api/client.ts'
import type { ChatMessage } from '@mille/api/support/endpoints.ts'
import type { ChatEvent } from '@mille/api/support/streams.ts'
import { expect, test } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { samplePicture } from '../shared/sample-chat.ts'
import { createChatStores } from './chat.ts'
import { createPictureField } from './picture.ts'

const meta = {
  has_more: false,
  unread_count: 0,
  own_read_id: null,
  other_read_id: null,
  is_other_online: true
}

function message(id: string, author: 'user' | 'operator' = 'user'): ChatMessage {
  return {
    type: 'chat_messages',
    id,
    attributes: {
      conversation_id: '7',
      author,
      author_name: null,
      text: `Message ${id}`,
      picture: null,
      created_at: '2026-03-02T10:00:00.000Z'
    }
  }
}

function createChat(
  answers: Record<string, () => Response> = {},
  configuration: unknown = { provider: 'built-in' }
) {
  const { transport, calls } = createFakeTransport(({ method, path }) => {
    const name = `${method} ${path.split('?')[0]?.split('/').at(-1)}`
    if (name === 'GET configuration') return jsonResponse(configuration)
    if (answers[name]) return answers[name]()
    return name === 'POST reads'
      ? new Response(null, { status: 204 })
      : jsonResponse({ data: [message('1')], meta })
  })
  const subscriptions: { after: string | null; onEvent: (event: ChatEvent) => void }[] = []
  let stopped = 0
  const { support } = createApi({ transport })
  const chat = createChatStores(
    support,
    (after, onEvent) => {
      subscriptions.push({ after, onEvent })
      return () => {
        stopped += 1
      }
    },
    async () =>
      createPictureField((form, { signal }) => support.uploadChatPicture({ form }, { signal }))
  )
  const shown = () => {
    const state = chat.$chat.get()
    return state.status === 'open' ? state.messages.map(it => it.id) : state.status
  }
  return { chat, calls, subscriptions, shown, stopped: () => stopped }
}

test('a message that comes as an answer and in the stream is there once, in its order', async () => {
  const { chat, subscriptions, shown } = createChat({
    'POST messages': () => jsonResponse({ data: message('3') }, 201)
  })
  await chat.start()
  expect(subscriptions[0]?.after).toBe('1')
  expect(await chat.send('Hello')).toBe(true)
  subscriptions[0]?.onEvent({ event: 'message', data: message('3') })
  subscriptions[0]?.onEvent({ event: 'message', data: message('2') })
  expect(shown()).toEqual(['1', '2', '3'])
})

test('a visitor’s browser does not ask for a conversation that cannot be there', async () => {
  const { chat, calls, shown } = createChat()
  await chat.start({ isVisitor: true })
  expect(shown()).toBe('signed-out')
  expect(calls.map(it => it.path)).toEqual(['/api/v1/chat/configuration'])
})

test('what could not be sent goes again under the same key', async () => {
  let tries = 0
  const { chat, calls } = createChat({
    'POST messages': () => {
      tries += 1
      return tries === 1
        ? errorResponse(503, 'unavailable')
        : jsonResponse({ data: message('2') }, 201)
    }
  })
  await chat.start()
  expect(await chat.send('Hello')).toBe(false)
  expect(chat.$problem.get()?.code).toBe('unavailable')
  expect(await chat.send('Hello')).toBe(true)
  expect(await chat.send('Hello')).toBe(true)
  const keys = calls.filter(it => it.method === 'POST').map(it => it.headers.get('Idempotency-Key'))
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[1])
})

test('an operator’s message is marked as read when it is shown', async () => {
  const { chat, calls, subscriptions } = createChat()
  await chat.start()
  subscriptions[0]?.onEvent({ event: 'message', data: message('2', 'operator') })
  await Promise.resolve()
  await new Promise(resolve => setTimeout(resolve))
  expect(calls.at(-1)?.path).toBe('/api/v1/chat/reads')
})

test('presence and read marks of the other side are shown, one’s own are not', async () => {
  const { chat, subscriptions } = createChat()
  await chat.start()
  const onEvent = subscriptions[0]?.onEvent
  onEvent?.({
    event: 'presence',
    data: { conversation_id: null, side: 'operator', is_online: false }
  })
  onEvent?.({ event: 'read', data: { conversation_id: '7', reader: 'operator', message_id: '1' } })
  onEvent?.({ event: 'read', data: { conversation_id: '7', reader: 'user', message_id: '9' } })
  expect(chat.$chat.get()).toMatchObject({ isOtherOnline: false, otherReadId: '1' })
})

test.each([
  [401, 'signed-out'],
  [503, 'failed']
])('an answer of %d to the first page is %s', async (status, expected) => {
  const { chat, shown } = createChat({
    'GET messages': () => errorResponse(status, 'not_authenticated')
  })
  await chat.start()
  expect(shown()).toBe(expected)
})

test('a Chatwoot inbox is somewhere else', async () => {
  const { chat } = createChat(
    {},
    { provider: 'chatwoot', url: 'https://chat.example', website_token: 'a&b' }
  )
  await chat.start()
  expect(chat.$chat.get()).toEqual({
    status: 'elsewhere',
    url: 'https://chat.example/widget?website_token=a%26b'
  })
})

test('what is stopped while it starts opens no stream, and a second start ends the first', async () => {
  const { chat, subscriptions, stopped } = createChat()
  const starting = chat.start()
  chat.stop()
  await starting
  expect(subscriptions).toHaveLength(0)
  await chat.start()
  await chat.start()
  expect(subscriptions).toHaveLength(2)
  expect(stopped()).toBe(1)
  chat.stop()
  expect(stopped()).toBe(2)
})

test('a picture that was not sent is gone with the conversation', async () => {
  const { chat } = createChat({
    'POST pictures': () => jsonResponse({ data: samplePicture('7') }, 201)
  })
  await chat.start()
  await chat.attach([new File(['x'], 'a.png', { type: 'image/png' })])
  expect(await chat.$pictureField.get()?.settled()).toMatchObject({ status: 'ready' })
  chat.stop()
  expect(chat.$pictureField.get()?.$picture.get()).toEqual({ status: 'none' })
})
