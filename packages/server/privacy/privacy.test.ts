import { createCampaign, credit } from '@mille/testing/campaigns.ts'
import { createEarningNetwork } from '@mille/testing/earnings.ts'
import { addOffer } from '@mille/testing/publications.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { payMatured, verifyEarnings } from '../earnings/index.ts'
import { balances, networkAccount, userAccount, verifyLedger } from '../ledger/index.ts'
import { takeGivenUp } from './given-up.ts'

let app: TestApp
let user: SignedInBrowser
let people = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await app.signIn()
  await app.context.db
    .updateTable('users')
    .set({ email: `private-${people++}@example.com`, username: `Private ${people}` })
    .where('id', '=', Number(user.userId))
    .execute()
  await app.context.pool.query('update sessions set stepped_up_at = $1', [app.context.now()])
})

test('the export has everything that the account did, and no secret', async () => {
  await createCampaign(user.api, { name: 'Autumn' })
  await user.api.support.sendChatMessage({ text: 'Something personal' })
  const billing_details = { name: 'Private Ltd', address: ['1 Lane'], vat_number: 'DE1' }
  await user.api.accounts.updateUser({ id: user.userId, billing_details })
  await credit(app.context, user.userId, 5_000n)
  const stranger = await app.signIn()
  await stranger.api.support.sendChatMessage({ text: 'Somebody else’s words' })
  const response = await user.transport('/api/v1/user/export', { method: 'GET' })
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="mille-\d+-/)
  const text = await response.text()
  const { tables } = JSON.parse(text).data.attributes
  expect(tables.users).toMatchObject([
    { id: Number(user.userId), username: `Private ${people}`, billing_details }
  ])
  expect(tables.campaigns).toMatchObject([{ name: 'Autumn' }])
  expect(tables.creatives).toHaveLength(1)
  // Who is reviewed afterwards is not to be known by the account.
  expect(tables.creatives[0]).not.toHaveProperty('is_sampled')
  expect(tables.variants).toMatchObject([{ name: 'A', weight: 1, removed_at: null }])
  expect(tables.chat_messages).toMatchObject([{ text: 'Something personal' }])
  expect(tables.ledger_entries).toMatchObject([{ amount: 5000, kind: 'adjustment' }])
  expect(text).not.toContain('Somebody else')
  expect(text).not.toMatch(/hash|public_key/)
})

test('the last operator cannot delete the account, the last but one can', async () => {
  const other = await app.signIn()
  const { pool, now } = app.context
  const ids = [user.userId, other.userId]
  await pool.query(`update users set roles = '{admin}' where id = any($1)`, [ids])
  await pool.query('update sessions set stepped_up_at = $1', [now()])
  const answers = await Promise.all([
    user.api.privacy.deleteUser({ id: user.userId }),
    other.api.privacy.deleteUser({ id: other.userId })
  ])
  expect(answers.filter(it => it.ok)).toHaveLength(1)
  expect(answers.find(it => !it.ok)).toMatchObject({ status: 422, code: 'last_operator' })
  await pool.query(`update users set roles = '{}' where id = any($1)`, [ids])
})

test('a person is removed, and the books stay', async () => {
  await user.api.accounts.updateUser({
    id: user.userId,
    advertiser_name: 'A Person',
    billing_details: { name: 'A Person', address: [], vat_number: null }
  })
  const { data } = await createCampaign(user.api, {
    name: 'For a person',
    utm_source: 'A person'
  })
  await user.api.campaigns.archiveCampaign({ id: data.id })
  await user.api.support.sendChatMessage({ text: 'Something personal' })
  await credit(app.context, user.userId, 5_000n)
  const { deleteUser } = user.api.privacy
  expect(await deleteUser({ id: user.userId })).toMatchObject({ code: 'money_left' })
  const stranger = await app.signIn()
  await app.context.pool.query('update sessions set stepped_up_at = $1', [app.context.now()])
  expect(await stranger.api.privacy.deleteUser({ id: user.userId })).toMatchObject({ status: 404 })
  expect(await deleteUser({ id: user.userId, gives_up_money: '1' })).toMatchObject({ status: 204 })
  expect(await user.api.accounts.readCurrentUser()).toMatchObject({ status: 401 })
  const back = app.open().api.accounts
  expect((await back.signIn({ access_code: user.accessCode })).ok).toBe(false)
  const { rows } = await app.context.pool.query('select * from users where id = $1', [user.userId])
  expect(rows).toMatchObject([
    {
      ...{ email: null, username: null, advertiser_name: null, billing_details: null, roles: [] },
      deleted_at: app.context.now()
    }
  ])
  const campaigns = await app.context.pool.query(
    'select name, utm_source, state from campaigns where user_id = $1',
    [user.userId]
  )
  expect(campaigns.rows).toEqual([{ name: null, utm_source: null, state: 'archived' }])
  const kept = await app.context.pool.query(
    'select (select text from chat_messages where user_id = $1) as text, (select sum(balance) from ledger_accounts where owner_id = $1) as balance',
    [user.userId]
  )
  expect(kept.rows).toEqual([{ text: '(deleted)', balance: 0n }])
  expect(await verifyLedger(app.context.db)).toMatchObject({ ok: true })
})

test('pictures of the chat are in the export, and go with the person', async () => {
  const form = new FormData()
  const drawn = sharp({ create: { width: 6, height: 4, channels: 3, background: '#c60' } })
  const bytes = await drawn.png().toBuffer()
  form.set('data[file]', new File([new Uint8Array(bytes)], 'one.png'))
  const uploaded = await user.api.support.uploadChatPicture({ form })
  const picture_id = uploaded.ok ? uploaded.value.data.id : ''
  await user.api.support.sendChatMessage({ picture_id })
  const response = await user.transport('/api/v1/user/export', { method: 'GET' })
  const [picture] = (await response.json()).data.attributes.tables.chat_pictures
  expect(picture).toMatchObject({ id: Number(picture_id), width: 6, height: 4 })
  const exported = await sharp(Buffer.from(picture.webp_base64, 'base64')).metadata()
  expect(exported).toMatchObject({ format: 'webp', width: 6, height: 4 })

  expect(await user.api.privacy.deleteUser({ id: user.userId })).toMatchObject({ status: 204 })
  const left = await app.context.pool.query(
    'select (select count(*) from chat_pictures where user_id = $1) as pictures, text, has_picture from chat_messages where user_id = $1',
    [user.userId]
  )
  expect(left.rows).toEqual([{ pictures: 0n, text: '(deleted)', has_picture: false }])
})

test('it takes a proof, and no campaign may wait or run', async () => {
  await createCampaign(user.api)
  expect(await user.api.privacy.deleteUser({ id: user.userId })).toMatchObject({
    code: 'campaigns_running'
  })
  app.context.clock.advance(300_000)
  expect(await user.api.privacy.deleteUser({ id: user.userId })).toMatchObject({
    code: 'step_up_required'
  })
})

async function prove(): Promise<void> {
  await app.context.pool.query('update sessions set stepped_up_at = $1', [app.context.now()])
}

test('a publisher whose views are not settled, or whose earnings mature, gets the error that money is left', async () => {
  const other = await createTestApp()
  const { context } = other
  const { publisher, unitId, campaignId, earn, admin } = await createEarningNetwork(other)
  const remove = async (more: object = {}) => {
    await context.pool.query('update sessions set stepped_up_at = $1', [context.now()])
    return publisher.api.privacy.deleteUser({ id: publisher.userId, ...more })
  }
  await context.pool.query(
    `insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
     values ('2026-03-02T10:00:00Z', $1, $2, 0, 'billable', 1)`,
    [unitId, campaignId]
  )
  expect(await remove()).toMatchObject({ code: 'money_left' })
  await earn('2026-03-02T10:30:00Z')
  expect(await remove()).toMatchObject({ code: 'money_left' })
  // Earnings that were given up still mature, and then belong to the network.
  expect(await remove({ gives_up_money: '1' })).toMatchObject({ status: 204 })
  context.clock.set('2026-03-05T00:00:00Z')
  expect(await payMatured(context)).toBe(1)
  const [before = 0n] = await balances(context.db, [networkAccount('BTC', 'fee')])
  expect(await takeGivenUp(context)).toBe(1)
  expect(await takeGivenUp(context)).toBe(0)
  const own = userAccount(Number(publisher.userId), 'BTC')
  expect(await balances(context.db, [own, networkAccount('BTC', 'fee')])).toEqual([
    0n,
    before + 160n
  ])
  expect(await verifyLedger(context.db)).toMatchObject({ ok: true })
  expect(await verifyEarnings(context.db)).toEqual({ ok: true })
  expect(admin.userId).not.toBe(publisher.userId)
  await other.close()
})

test('a publication that runs is money that is on its way', async () => {
  const publisher = await app.signIn()
  await credit(app.context, user.userId, 100_000_000_000n, 'USD')
  const offer_id = await addOffer(app.context, publisher)
  const placed = await user.api.marketplace.createOrder({
    offer_id,
    currency: 'usd',
    target_url: 'https://shop.example/',
    brief: 'About bread.'
  })
  expect(placed.ok).toBe(true)
  await prove()
  expect(await publisher.api.privacy.deleteUser({ id: publisher.userId })).toMatchObject({
    code: 'money_left'
  })
})

test('an invoice that can still be paid is money that is on its way, until it expires', async () => {
  const { clock, now, pool } = app.context
  const other = await app.signIn()
  const id = Number(other.userId)
  const expires = new Date(now().getTime() + 3_600_000)
  await pool.query(
    `with invoice as (
       insert into lightning_invoices (payment_hash, invoice, amount, description, created_at, expires_at)
       values ($1, 'lnbcrt1', 2000, '', $2, $3))
     insert into lightning_deposits (user_id, amount, created_at) values ($4, 2000, $2)`,
    [`hash of ${id}`, now(), expires, id]
  )
  await pool.query('update lightning_deposits set payment_hash = $1 where user_id = $2', [
    `hash of ${id}`,
    id
  ])
  await prove()
  const { deleteUser } = other.api.privacy
  expect(await deleteUser({ id: other.userId })).toMatchObject({ code: 'money_left' })
  clock.set(expires)
  await prove()
  expect(await deleteUser({ id: other.userId })).toMatchObject({ status: 204 })
})

test('what is given up is the network’s at once, with its transfer', async () => {
  await credit(app.context, user.userId, 7_000n)
  await prove()
  const gone = await user.api.privacy.deleteUser({ id: user.userId, gives_up_money: '1' })
  expect(gone).toMatchObject({ status: 204 })
  const { rows } = await app.context.pool.query(
    "select amount from ledger_transfers where kind = 'given_up' and key like $1",
    [`given_up:user:${user.userId}:%`]
  )
  expect(rows).toEqual([{ amount: 7_000n }])
})
