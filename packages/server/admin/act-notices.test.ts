import { addUnit } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailActs } from './act-notices.ts'
import { beginAudit } from './audit.ts'

let app: TestApp
let ada: SignedInBrowser
let grace: SignedInBrowser
let user: SignedInBrowser
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.context.pool.query(`update users set roles = '{}', email = null`)
  ;[ada, grace, user] = [await app.signInAdmin(), await app.signInAdmin(), await app.signIn()]
  await giveAddress(ada, 'ada')
  await giveAddress(grace, 'grace')
  await giveAddress(user, 'user')
})
afterAll(() => app.close())

async function giveAddress({ userId }: SignedInBrowser, name: string) {
  const set = 'update users set email = $2, username = $3 where id = $1'
  await app.context.pool.query(set, [userId, `${name}-${userId}@mille.test`, `${name}${userId}`])
}

const runJob = () => mailActs(app.context, Number(ada.userId))

/** Returns the recipients and the texts of the emails about the operator's actions. */
async function mails() {
  const { rows } = await app.context.pool.query<{ recipient: string; text: string }>(
    `select recipient, text from mails where subject like '%acted as an operator' and recipient like any($1) order by id`,
    [[`%-${ada.userId}@mille.test`, `%-${grace.userId}@mille.test`, `%-${user.userId}@mille.test`]]
  )
  return rows
}

test('every operator gets an email about a small adjustment, Premium and a coupon, once and together', async () => {
  const { admin, coupons, settings } = ada.api
  const id = user.userId
  const adjusted = await admin.adjustBalance({ id, asset: 'BTC', amount: '1', reason: 'Goodwill' })
  const premium = await admin.setPremium({ id, contact: 'Grace' })
  const coupon = await coupons.createCoupon({
    code: `HALF-${id}`,
    effect: 'half_fee',
    asset: null,
    amount: null,
    expires_at: null,
    uses_limit: null,
    uses_per_account: 1
  })
  const setting = await settings.changeSetting({ id: 'review_hours', value: '30' })
  expect([adjusted.ok, premium.ok, coupon.ok, setting.ok]).toEqual([true, true, true, true])
  await runJob()
  await runJob()
  const sent = await mails()
  expect(sent.map(it => it.recipient.split('-')[0])).toEqual(['ada', 'grace'])
  for (const { text } of sent) {
    expect(text).toContain(`POST /api/v1/admin/users/${id}/adjustments`)
    expect(text).toContain('amount: 1, reason: Goodwill')
    expect(text).toContain('contact: Grace')
    expect(text).toContain(`code: HALF-${id}`)
    expect(text).toContain('PATCH /api/v1/admin/settings/review_hours')
    expect(text).toContain(`/admin/users/${ada.userId}`)
  }
})

test('every operator gets an email about an excluded ad unit, and who was signed out, which take no fresh proof', async () => {
  const unit = await addUnit(app.context, { userId: user.userId })
  await app.context.pool.query('update sessions set stepped_up_at = null where user_id = $1', [
    ada.userId
  ])
  const excluded = await ada.api.invalidTraffic.excludeUnit({ id: unit, is_excluded: true })
  const signedOut = await ada.api.admin.endPersonSessions({ id: user.userId })
  expect([excluded.ok, signedOut.ok]).toEqual([true, true])
  await runJob()
  const sent = await mails()
  expect(sent.map(it => it.recipient.split('-')[0])).toEqual(['ada', 'grace'])
  for (const { text } of sent) {
    expect(text).toContain(`PATCH /api/v1/admin/invalid_traffic/ad_units/${unit}`)
    expect(text).toContain(`DELETE /api/v1/admin/users/${user.userId}/sessions`)
  }
})

test('no email is sent about what was refused, or what gives neither money nor power', async () => {
  const { admin, announcements } = ada.api
  const own = { id: ada.userId, asset: 'BTC' as const, amount: '1', reason: 'For me' }
  expect(await admin.adjustBalance(own)).toMatchObject({ code: 'own_adjustment' })
  const made = await announcements.createAnnouncement({ header: 'News', content: 'All is well.' })
  expect(made.ok).toBe(true)
  await runJob()
  app.context.clock.advance(120_000)
  await runJob()
  expect(await mails()).toEqual([])
})

test('an act that a crash cut off is emailed too, once it is surely over', async () => {
  const { db, clock, now } = app.context
  const act = 'PUT /api/v1/admin/users/1/premium'
  const cut = { userId: Number(ada.userId), act, summary: 'Makes an account Premium', input: {} }
  await beginAudit(db, { ...cut, isGrave: true, at: now() })
  await runJob()
  expect(await mails()).toEqual([])
  clock.advance(60_000)
  await runJob()
  const sent = await mails()
  expect(sent).toHaveLength(2)
  expect(sent[0]?.text).toContain('Its outcome is unknown')
})

test('the job is planned in the transaction of the entry, before the act', async () => {
  await ada.api.admin.setPremium({ id: user.userId, contact: 'Grace' })
  const { rows } = await app.context.pool.query(
    'select task_identifier from graphile_worker.jobs where key = $1',
    [`acts of ${ada.userId}`]
  )
  expect(rows).toEqual([{ task_identifier: 'mail_acts' }])
})
