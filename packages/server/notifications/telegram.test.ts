import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notify } from './outbox.ts'
import { sendTelegram } from './telegram.ts'
import { startTelegramBot } from './telegram-bot.ts'

type Sent = { chat_id: string; text: string }

/**
 * Fake Telegram server in the Bot API's wire format: a JSON body to /bot<token>/<method>, answered with an `ok`
 * envelope.
 */
let telegram: Server
let sent: Sent[]
let updates: object[]
/** Errors with which the next `sendMessage` calls are answered. */
let refusals: { error_code: number; description: string; parameters?: object }[]
let app: TestApp
let user: SignedInBrowser

beforeAll(async () => {
  telegram = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const input = JSON.parse(Buffer.concat(chunks).toString() || '{}')
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const method = /^\/bot42:secret\/(\w+)$/.exec(request.url ?? '')?.[1]
    if (method === undefined)
      return reply(404, { ok: false, error_code: 404, description: 'Not Found' })
    if (method === 'getMe')
      return reply(200, { ok: true, result: { id: 42, is_bot: true, username: 'mille_bot' } })
    if (method === 'getUpdates') {
      // Updates before the offset have been read.
      updates = updates.filter(it => (it as { update_id: number }).update_id >= input.offset)
      if (updates.length > 0) return reply(200, { ok: true, result: updates })
      setTimeout(() => reply(200, { ok: true, result: [] }), 20)
      return
    }
    const refusal = refusals.shift()
    if (refusal) return reply(refusal.error_code, { ok: false, ...refusal })
    sent.push(input)
    reply(200, { ok: true, result: { message_id: sent.length } })
  })
  telegram.listen(0, '127.0.0.1')
  await once(telegram, 'listening')
  const { port } = telegram.address() as AddressInfo
  app = await createTestApp({ telegram: { url: `http://127.0.0.1:${port}`, token: '42:secret' } })
})
afterAll(async () => {
  await app.close()
  telegram.closeAllConnections()
  telegram.close()
})
beforeEach(async () => {
  sent = []
  updates = []
  refusals = []
  user = await app.signIn()
})

let nextUpdate = 1
const write = (chatId: number, text: string) => {
  updates.push({
    update_id: nextUpdate++,
    message: { text, chat: { id: chatId, type: 'private' } }
  })
}

/** Runs the bot until it has sent this many answers and has read all updates. */
async function runBot(answers: number): Promise<void> {
  const bot = startTelegramBot(app.context)
  await expect.poll(() => sent.length).toBe(answers)
  await expect.poll(() => updates.length).toBe(0)
  await bot.stop()
}

async function link(chatId: number): Promise<void> {
  const created = await user.api.notifications.createTelegramLink()
  const url = (created.ok && created.value.data.attributes.url) || ''
  expect(url).toMatch(/^https:\/\/t\.me\/mille_bot\?start=[\w-]{32}$/)
  write(chatId, `/start ${new URL(url).searchParams.get('start')}`)
  await runBot(1)
  sent.length = 0
}

async function add(event: string): Promise<number> {
  await app.context.db.transaction().execute(tx =>
    notify(tx, {
      kind: 'deposit_credited',
      data: { amount: '150000', asset: 'BTC' },
      userId: Number(user.userId),
      event,
      at: app.context.now()
    })
  )
  const row = await app.context.db
    .selectFrom('telegram_messages')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}
const isLinked = async () => {
  const account = await user.api.accounts.readCurrentUser()
  return account.ok && account.value.meta.telegram_notifications_linked
}

test('a chat that brings the link’s token gets the account’s notifications', async () => {
  expect(await isLinked()).toBe(false)
  await link(7)
  expect(await isLinked()).toBe(true)
  const id = await add('one')
  await Promise.all([sendTelegram(app.context, id), sendTelegram(app.context, id)])
  expect(sent).toEqual([
    expect.objectContaining({
      chat_id: '7',
      text: expect.stringMatching(/^A deposit of 0\.00150000 BTC was credited[\s\S]+\/finances$/)
    })
  ])
})

test('a token works once, for fifteen minutes', async () => {
  const created = await user.api.notifications.createTelegramLink()
  const url = (created.ok && created.value.data.attributes.url) || ''
  app.context.clock.advance(15 * 60_000)
  write(8, `/start ${new URL(url).searchParams.get('start')}`)
  await runBot(1)
  expect(sent[0]?.text).toContain('no longer valid')
  expect(await isLinked()).toBe(false)
})

test('/stop and the settings end it', async () => {
  await link(9)
  write(9, '/stop')
  await runBot(1)
  expect(await isLinked()).toBe(false)
  sent.length = 0
  await link(9)
  expect(await user.api.notifications.deleteTelegramLink()).toMatchObject({ status: 204 })
  expect(await isLinked()).toBe(false)
})

test('an account that blocked the bot is unlinked; after too many messages it waits', async () => {
  await link(10)
  const slow = await add('slow')
  refusals.push({ error_code: 429, description: 'Too Many', parameters: { retry_after: 40 } })
  await sendTelegram(app.context, slow)
  const waiting = await app.context.db
    .selectFrom('telegram_messages')
    .select(['due_at', 'sent_at'])
    .where('id', '=', slow)
    .executeTakeFirstOrThrow()
  expect(waiting).toEqual({
    due_at: new Date(app.context.now().getTime() + 40_000),
    sent_at: null
  })
  await sendTelegram(app.context, slow)
  expect(sent).toHaveLength(1)

  const blocked = await add('blocked')
  refusals.push({ error_code: 403, description: 'Forbidden: bot was blocked by the user' })
  await sendTelegram(app.context, blocked)
  expect(await isLinked()).toBe(false)
})
