import { createCampaign, decide } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let admin: SignedInBrowser

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

async function historyOf({ userId }: Pick<SignedInBrowser, 'userId'>, page = {}) {
  const read = await admin.api.admin.readPersonHistory({ id: userId, ...page })
  if (!read.ok) throw new Error(read.code)
  return read.value
}
/** Advances the clock, so that no two events have the same time. */
const later = () => app.context.clock.advance(1_000)

test('what happened with an account is listed newest first, with who did it and why', async () => {
  const user = await app.signIn()
  const id = user.userId
  later()
  const first = await createCampaign(user.api, { name: 'Spring' })
  later()
  await decide(admin, first, 'reject')
  later()
  const second = await createCampaign(user.api, { name: 'Autumn' })
  later()
  await decide(admin, second)
  later()
  await app.context.pool.query(
    `insert into deposits (chain, transaction_id, output, address, user_id, token_code, asset, amount, seen_at)
     values ('bitcoin', 'history', 0, 'secret-address', $1, 'BTC', 'BTC', 700, $2)`,
    [Number(id), app.context.now()]
  )
  later()
  await admin.api.admin.adjustBalance({ id, asset: 'BTC', amount: '500', reason: 'Goodwill' })
  later()
  await admin.api.admin.suspendPerson({ id, reason: 'It is looked at' })
  later()
  await admin.api.admin.liftSuspension({ id })
  later()
  await user.api.support.sendChatMessage({ text: 'Why?' })
  await admin.api.support.answerConversation({ id, text: 'Private words' })
  const { data, meta } = await historyOf(user)
  const by = admin.userId
  const none = { text: null, asset: null, amount: null, by: null }
  expect(data.map(it => it.attributes)).toMatchObject([
    { ...none, kind: 'message', by },
    { ...none, kind: 'suspension_lifted', by },
    { ...none, kind: 'suspended', by, text: 'It is looked at' },
    { kind: 'adjusted', by, text: 'Goodwill', asset: 'BTC', amount: '500' },
    { ...none, kind: 'deposit', asset: 'BTC', amount: '700' },
    { ...none, kind: 'campaign_approved', by, text: 'Autumn' },
    { ...none, kind: 'campaign_submitted', text: 'Autumn' },
    { ...none, kind: 'campaign_rejected', by, text: 'Spring: Too loud' },
    { ...none, kind: 'campaign_submitted', text: 'Spring' },
    { ...none, kind: 'signed_up' }
  ])
  expect(meta.pagination.records).toBe(10)
  expect(JSON.stringify(data)).not.toMatch(/Private words|secret-address/)
  const page = await historyOf(user, { 'page[offset]': 8, 'page[limit]': 1 })
  expect(page.data).toEqual(data.slice(8, 9))
})

test('an act that was refused did not happen, nor did what was done to another account', async () => {
  const [user, other] = [await app.signIn(), await app.signIn()]
  expect((await admin.api.admin.liftSuspension({ id: user.userId })).ok).toBe(false)
  await admin.api.admin.suspendPerson({ id: other.userId, reason: 'Somebody else' })
  const sent = await user.api.support.sendChatMessage({ text: 'Hello' })
  const message_id = sent.ok ? sent.value.data.id : ''
  const read = await admin.api.support.markConversationRead({ id: user.userId, message_id })
  expect(read.ok).toBe(true)
  expect((await historyOf(user)).data.map(it => it.attributes.kind)).toEqual(['signed_up'])
})

test('only operators read what happened, and with an account that exists', async () => {
  const user = await app.signIn()
  const { readPersonHistory } = user.api.admin
  expect(await readPersonHistory({ id: user.userId })).toMatchObject({ status: 403 })
  expect(await admin.api.admin.readPersonHistory({ id: '2000000001' })).toMatchObject({
    status: 404
  })
})
