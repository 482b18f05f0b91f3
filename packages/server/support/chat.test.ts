import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let app: TestApp
let admin: SignedInBrowser
let user: SignedInBrowser
let other: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await app.signIn()
  other = await app.signIn()
})

async function say(browser: SignedInBrowser, text: string) {
  const sent = await browser.api.support.sendChatMessage({ text })
  if (!sent.ok) throw new Error(JSON.stringify(sent.errors))
  return sent.value.data
}

async function answer(to: SignedInBrowser, text: string) {
  const sent = await admin.api.support.answerConversation({ id: to.userId, text })
  if (!sent.ok) throw new Error(JSON.stringify(sent.errors))
  return sent.value.data
}

async function read(browser: SignedInBrowser, input = {}) {
  const result = await browser.api.support.readChatMessages(input)
  if (!result.ok) throw new Error(result.code)
  return result.value
}

const texts = (messages: Array<{ attributes: { text: string } }>) =>
  messages.map(it => it.attributes.text)

test('both sides read the same conversation, oldest first', async () => {
  await app.context.db
    .updateTable('users')
    .set({ username: 'Support Sam' })
    .where('id', '=', Number(admin.userId))
    .execute()
  await say(user, 'Hello')
  await answer(user, 'How can I help?')
  const own = await read(user)
  expect(own.data.map(it => it.attributes)).toMatchObject([
    { conversation_id: user.userId, author: 'user', author_name: null, text: 'Hello' },
    { author: 'operator', author_name: 'Support Sam', text: 'How can I help?' }
  ])
  const inbox = await admin.api.support.readConversationMessages({ id: user.userId })
  expect(inbox.ok && inbox.value.data).toEqual(own.data)
})

test('older messages come page by page', async () => {
  for (let number = 1; number <= 7; number++) await say(user, `message ${number}`)
  const newest = await read(user, { 'page[limit]': 3 })
  expect(texts(newest.data)).toEqual(['message 5', 'message 6', 'message 7'])
  expect(newest.meta.has_more).toBe(true)
  const before = newest.data[0]?.id ?? ''
  const older = await read(user, { 'page[limit]': 4, 'page[before]': before })
  expect(texts(older.data)).toEqual(['message 1', 'message 2', 'message 3', 'message 4'])
  expect(older.meta.has_more).toBe(false)
})

test('what was not read is counted on each side until it is marked', async () => {
  const question = await say(user, 'Question')
  const first = await answer(user, 'One')
  const second = await answer(user, 'Two')
  expect((await read(user)).meta).toMatchObject({ unread_count: 2, own_read_id: null })
  const account = await user.api.accounts.readCurrentUser()
  expect(account.ok && account.value.meta.unread_chat_messages_count).toBe(2)

  await user.api.support.markChatRead({ message_id: second.id })
  // A read mark that arrives late does not move the mark back.
  await user.api.support.markChatRead({ message_id: first.id })
  expect((await read(user)).meta).toMatchObject({ unread_count: 0, own_read_id: second.id })

  const conversation = async () => {
    const found = await admin.api.support.readConversation({ id: user.userId })
    if (!found.ok) throw new Error(found.code)
    return found.value.data.attributes
  }
  expect(await conversation()).toMatchObject({ unread_count: 1, last_message: { text: 'Two' } })
  await admin.api.support.markConversationRead({ id: user.userId, message_id: question.id })
  expect(await conversation()).toMatchObject({ unread_count: 0 })
  const seen = await read(user)
  expect(seen.meta.other_read_id).toBe(question.id)
})

test('the inbox has the newest conversation first, and those that wait by themselves', async () => {
  await say(user, 'First')
  await say(other, 'Second')
  const all = await admin.api.support.listConversations()
  if (!all.ok) throw new Error(all.code)
  expect(all.value.data.slice(0, 2).map(it => it.id)).toEqual([other.userId, user.userId])
  const last = all.value.data[0]
  expect(last?.attributes).toMatchObject({ name: `Account ${other.userId}`, unread_count: 1 })

  const message = await read(other)
  await admin.api.support.markConversationRead({
    id: other.userId,
    message_id: message.data[0]?.id ?? ''
  })
  const waiting = await admin.api.support.listConversations({ 'filter[unread]': '1' })
  if (!waiting.ok) throw new Error(waiting.code)
  const ids = waiting.value.data.map(it => it.id)
  expect(ids).toContain(user.userId)
  expect(ids).not.toContain(other.userId)
  expect(waiting.value.meta.unread_count).toBe(waiting.value.meta.pagination.records)
})

test('one account never reads or marks the conversation of another', async () => {
  const foreign = await say(other, 'Mine alone')
  await say(user, 'Hello')
  expect(texts((await read(user)).data)).toEqual(['Hello'])
  expect(await user.api.support.markChatRead({ message_id: foreign.id })).toMatchObject({
    status: 404,
    code: 'not_found'
  })
  expect(
    await admin.api.support.markConversationRead({ id: user.userId, message_id: foreign.id })
  ).toMatchObject({ status: 404 })
})

test('an operator answers only who has written', async () => {
  const silent = await app.signIn()
  const { answerConversation, readConversation, readConversationMessages } = admin.api.support
  const id = silent.userId
  expect(await answerConversation({ id, text: 'Hello?' })).toMatchObject({ code: 'not_found' })
  expect(await readConversation({ id })).toMatchObject({ code: 'not_found' })
  expect(await readConversationMessages({ id })).toMatchObject({ code: 'not_found' })
})

test('the same key never sends twice', async () => {
  const options = { idempotencyKey: 'one-message' }
  const sent = await Promise.all(
    Array.from({ length: 5 }, () => user.api.support.sendChatMessage({ text: 'Once' }, options))
  )
  expect(new Set(sent.map(it => it.ok && it.value.data.id)).size).toBe(1)
  expect(texts((await read(user)).data)).toEqual(['Once'])
})

test('twenty messages a minute are enough', async () => {
  for (let number = 0; number < 20; number++) await say(user, `${number}`)
  const refused = await user.api.support.sendChatMessage({ text: 'one more' })
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' })
  await say(other, 'others write on')
  app.context.clock.advance(61_000)
  await say(user, 'and so do I, a minute later')
})

test('a message is text of some length', async () => {
  const { sendChatMessage } = user.api.support
  for (const text of ['', '   ', 'x'.repeat(2_001), 'turned \u202e around'])
    expect(await sendChatMessage({ text })).toMatchObject({ status: 422, code: 'invalid' })
  // Both the API and the table count characters, not bytes.
  expect(await sendChatMessage({ text: '🙂'.repeat(2_000) })).toMatchObject({ ok: true })
  expect(await sendChatMessage({ text: 'two\nlines <b>and</b> no markup' })).toMatchObject({
    ok: true
  })
})

test('messages that are written at once are all there, in the order of their ids', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => app.signIn()))
  await Promise.all(people.flatMap(it => [say(it, 'a'), say(it, 'b')]))
  for (const person of people) expect(texts((await read(person)).data).sort()).toEqual(['a', 'b'])
})

test('the chat is for accounts, the inbox for operators', async () => {
  const stranger = app.open()
  expect(await stranger.api.support.readChatMessages()).toMatchObject({ status: 401 })
  expect(await stranger.api.support.sendChatMessage({ text: 'x' })).toMatchObject({ status: 401 })
  const { support } = user.api
  const id = other.userId
  expect(await support.listConversations()).toMatchObject({ status: 403 })
  expect(await support.readConversation({ id })).toMatchObject({ status: 403 })
  expect(await support.readConversationMessages({ id })).toMatchObject({ status: 403 })
  expect(await support.answerConversation({ id, text: 'x' })).toMatchObject({ status: 403 })
  expect(await support.markConversationRead({ id, message_id: '1' })).toMatchObject({ status: 403 })
})

test('the configuration says which chat it is, to any page', async () => {
  const response = await app.open().transport('/api/v1/chat/configuration', { method: 'GET' })
  expect(await response.json()).toEqual({ provider: 'built-in' })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

test('with Chatwoot the built-in chat takes no messages, as they would not be read', async () => {
  const chatwoot = { url: 'https://chat.example', token: 'website' }
  const elsewhere = await createTestApp({ chatwoot })
  try {
    const person = await elsewhere.signIn()
    const configuration = await person.api.support.readChatConfiguration()
    expect(configuration.ok && configuration.value).toEqual({
      provider: 'chatwoot',
      url: 'https://chat.example',
      website_token: 'website'
    })
    expect(await person.api.support.sendChatMessage({ text: 'x' })).toMatchObject({
      status: 409,
      code: 'chat_elsewhere'
    })
  } finally {
    await elsewhere.close()
  }
})
