import type { Transport } from '@mille/api/transport.ts'
import { type EventReader, type ReadEvent, readEvents } from '@mille/testing/read-events.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countRows } from '../db/count-rows.ts'
import { join, keepAlive, leave } from './chat-presence.ts'

let app: TestApp
let admin: SignedInBrowser
let user: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await app.signIn()
})

function open(transport: Transport, path: string, headers: Record<string, string> = {}) {
  return transport(path, { method: 'GET', headers })
}
const listen = async (browser: SignedInBrowser, query = '', headers = {}) =>
  readEvents(await open(browser.transport, `/api/v1/chat/stream${query}`, headers))
const listenToInbox = async () =>
  readEvents(await open(admin.transport, '/api/v1/admin/chat/stream'))
const say = (browser: SignedInBrowser, text: string) =>
  browser.api.support.sendChatMessage({ text })
const answer = (text: string) => admin.api.support.answerConversation({ id: user.userId, text })
const isMessage = ({ event }: { event: string }) => event === 'message'
const isPresence = ({ event }: { event: string }) => event === 'presence'
const isThere = ({ data }: ReadEvent) => (data as { is_online: boolean }).is_online
const operatorStreams = () =>
  countRows(app.context.db.selectFrom('chat_streams').where('side', '=', 'operator'))

test('an answer arrives as an event with its id', async () => {
  await say(user, 'Hello')
  const stream = await listen(user)
  const sent = await answer('Good day')
  const event = await stream.next(isMessage)
  expect(event.data).toEqual(sent.ok && sent.value.data)
  expect(event.id).toBe(sent.ok && sent.value.data.id)
  await stream.close()
})

test('the answer is a stream that nothing on the way should keep or gather', async () => {
  const response = await open(user.transport, '/api/v1/chat/stream')
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  await response.body?.cancel()
})

test('the inbox hears every conversation, an account only its own', async () => {
  const other = await app.signIn()
  const inbox = await listenToInbox()
  const stream = await listen(user)
  await say(other, 'not for you')
  await say(user, 'for you')
  const heard = [await inbox.next(isMessage), await inbox.next(isMessage)]
  expect(heard.map(it => (it.data as { attributes: { text: string } }).attributes.text)).toEqual([
    'not for you',
    'for you'
  ])
  expect((await stream.next(isMessage)).data).toMatchObject({ attributes: { text: 'for you' } })
  await Promise.all([inbox.close(), stream.close()])
})

test('who connects again gets what was said meanwhile, once and in order', async () => {
  const first = await say(user, 'one')
  const after = first.ok ? first.value.data.id : ''
  for (const text of ['two', 'three', 'four']) await answer(text)
  for (const stream of [
    await listen(user, '', { 'Last-Event-ID': after }),
    await listen(user, `?after=${after}`),
    // The browser's `Last-Event-ID` is newer than the ID that the page was loaded with.
    await listen(user, '?after=1', { 'Last-Event-ID': after })
  ]) {
    const texts: string[] = []
    for (let count = 0; count < 3; count++) {
      const { data } = await stream.next(isMessage)
      texts.push((data as { attributes: { text: string } }).attributes.text)
    }
    expect(texts).toEqual(['two', 'three', 'four'])
    await stream.close()
  }
})

test('from the beginning is after message 0, and nothing but an id is taken', async () => {
  await say(user, 'the first')
  const stream = await listen(user, '?after=0')
  expect((await stream.next(isMessage)).data).toMatchObject({ attributes: { text: 'the first' } })
  await stream.close()
  expect((await open(user.transport, '/api/v1/chat/stream?after=x')).status).toBe(422)
  // An invalid `Last-Event-ID`, which browsers send on their own, is ignored.
  const odd = await open(user.transport, '/api/v1/chat/stream', { 'Last-Event-ID': '1; drop' })
  expect(odd.status).toBe(200)
  await odd.body?.cancel()
})

test('more than one reading can hold arrives whole', async () => {
  const sent = 250
  const at = app.context.now()
  await say(user, 'first')
  const before = await user.api.support.readChatMessages()
  const after = (before.ok && before.value.data[0]?.id) || ''
  await app.context.db
    .insertInto('chat_messages')
    .values(
      Array.from({ length: sent }, (_, index) => ({
        user_id: Number(user.userId),
        author: 'user',
        text: `${index}`,
        created_at: at
      }))
    )
    .execute()
  const stream = await listen(user, `?after=${after}`)
  for (let index = 0; index < sent; index++)
    expect((await stream.next(isMessage)).data).toMatchObject({ attributes: { text: `${index}` } })
  await stream.close()
})

test('a read mark reaches the other side', async () => {
  const sent = await say(user, 'Hello')
  const id = sent.ok ? sent.value.data.id : ''
  const stream = await listen(user)
  await admin.api.support.markConversationRead({ id: user.userId, message_id: id })
  const event = await stream.next(({ event }) => event === 'read')
  expect(event.data).toEqual({ conversation_id: user.userId, reader: 'operator', message_id: id })
  await stream.close()
})

test('operators who come and go at once leave the last word to how it is', async () => {
  await say(user, 'Hello')
  const stream = await listen(user)
  const inbox = await listenToInbox()
  await stream.next(event => isPresence(event) && isThere(event))
  const { db, now } = app.context
  const next = { id: 'next', userId: Number(admin.userId), side: 'operator' as const }
  await db.transaction().execute(async tx => {
    await join(tx, next, now())
    await inbox.close()
    // Leaves the closing stream enough time to find that no other stream is open.
    await new Promise(resolve => setTimeout(resolve, 300))
  })
  await expect.poll(operatorStreams).toBe(1)
  await answer('the end')
  let isOnline = true
  await stream.next(event => {
    if (isPresence(event)) isOnline = isThere(event)
    return isMessage(event)
  })
  expect(isOnline).toBe(true)
  await leave(db, next, now())
  await stream.close()
})

test('each side sees the other come and go', async () => {
  await say(user, 'Hello')
  const stream = await listen(user)
  expect((await stream.next(isPresence)).data).toEqual({
    conversation_id: null,
    side: 'operator',
    is_online: false
  })
  const inbox = await listenToInbox()
  expect((await stream.next(isPresence)).data).toMatchObject({ side: 'operator', is_online: true })
  const messages = await user.api.support.readChatMessages()
  expect(messages.ok && messages.value.meta.is_other_online).toBe(true)

  const second = await listen(user)
  await second.close()
  await stream.close()
  // Closing one of two windows changes nothing; closing the last one does.
  expect((await inbox.next(isPresence)).data).toEqual({
    conversation_id: user.userId,
    side: 'user',
    is_online: false
  })
  await inbox.close()
})

test('a process that died does not keep its people online', async () => {
  await say(user, 'Hello')
  const { db, clock } = app.context
  await keepAlive(
    db,
    [{ id: 'of-a-dead-process', userId: Number(user.userId), side: 'user' }],
    clock.now()
  )
  const online = async () => {
    const found = await admin.api.support.readConversation({ id: user.userId })
    return found.ok && found.value.data.attributes.is_online
  }
  expect(await online()).toBe(true)
  clock.advance(46_000)
  expect(await online()).toBe(false)
  const inbox = await listenToInbox()
  await keepAlive(db, [], clock.now())
  expect((await inbox.next(isPresence)).data).toMatchObject({ is_online: false })
  await inbox.close()
})

test('six windows are enough for one account; a closed one makes room', async () => {
  const streams: EventReader[] = []
  for (let count = 0; count < 6; count++) streams.push(await listen(user))
  const refused = await open(user.transport, '/api/v1/chat/stream')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('15')
  await streams.pop()?.close()
  await expect
    .poll(async () => {
      const response = await open(user.transport, '/api/v1/chat/stream')
      await response.body?.cancel()
      return response.status
    })
    .toBe(200)
  await Promise.all(streams.map(it => it.close()))
})

test('of many windows that open at once no more than six get in', async () => {
  const responses = await Promise.all(
    Array.from({ length: 12 }, () => open(user.transport, '/api/v1/chat/stream'))
  )
  expect(responses.filter(it => it.status === 200)).toHaveLength(6)
  await Promise.all(responses.map(it => it.body?.cancel()))
})

test('strangers get no stream, and accounts not that of the operators', async () => {
  expect((await open(app.open().transport, '/api/v1/chat/stream')).status).toBe(401)
  expect((await open(user.transport, '/api/v1/admin/chat/stream')).status).toBe(403)
  const head = await user.transport('/api/v1/chat/stream', { method: 'HEAD' })
  expect(head.status).toBe(405)
})

test('a reader that is cut off from the database’s notes goes on when they are back', async () => {
  await say(user, 'Hello')
  const stream = await listen(user)
  await app.context.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where query = \'listen "chat"\' and datname = current_database()'
  )
  await answer('said while nobody listened')
  expect((await stream.next(isMessage)).data).toMatchObject({
    attributes: { text: 'said while nobody listened' }
  })
  await stream.close()
})
