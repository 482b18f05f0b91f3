import type { FirstStep } from '@mille/api/constants.ts'
import { createCampaign, credit, decide } from '@mille/testing/campaigns.ts'
import { addOffer } from '@mille/testing/publications.ts'
import { addUnit, addVerifiedSite } from '@mille/testing/supply.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function read({ api }: SignedInBrowser) {
  const answer = await api.statistics.readFirstSteps()
  if (!answer.ok) throw new Error(answer.code)
  return answer.value.data.attributes
}

/** Returns the steps that are done, in their order. */
async function doneBy(person: SignedInBrowser): Promise<FirstStep[]> {
  const { lists } = await read(person)
  return lists.flatMap(it => it.steps.filter(step => step.done_at !== null).map(it => it.step))
}

const hour = '2026-03-02T14:00:00.000Z'
const countView = (unit: number, campaign: number, kind = 'billable') =>
  sql`insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    values (${new Date(hour)}, ${unit}, ${campaign}, 0, ${kind}, 1)`.execute(app.context.db)

test('a new account has all of the steps open', async () => {
  const person = await app.signIn()
  const { is_new, lists } = await read(person)
  expect(is_new).toBe(true)
  expect(lists.map(it => [it.side, it.state, it.subject_id, it.steps.length])).toEqual([
    ['advertiser', null, null, 4],
    ['publisher', null, null, 4],
    ['seller', null, null, 3],
    ['account', null, null, 1]
  ])
  expect(await doneBy(person)).toEqual([])
  expect(await app.open().api.statistics.readFirstSteps()).toMatchObject({ status: 401 })
})

test('an advertiser’s steps are done by the campaign, money, approval and first billable view', async () => {
  const [person, admin] = [await app.signIn(), await app.signInAdmin()]
  const campaign = await createCampaign(person.api)
  expect((await read(person)).is_new).toBe(false)
  expect(await doneBy(person)).toEqual(['campaign_created'])
  await credit(app.context, person.userId, 500n)
  expect(await doneBy(person)).toEqual(['campaign_created', 'money_added'])
  await decide(admin, campaign)
  const approved = ['campaign_created', 'money_added', 'ad_approved']
  expect(await doneBy(person)).toEqual(approved)
  const id = Number(campaign.data.id)
  await countView(901, id, 'viewable')
  expect(await doneBy(person)).toEqual(approved)
  await countView(901, id)
  const { lists } = await read(person)
  expect(lists[0]).toMatchObject({ side: 'advertiser', subject_id: campaign.data.id })
  expect(lists[0]?.steps.at(-1)).toEqual({
    ...{ step: 'ad_viewed', done_at: hour, done_until: '2026-03-02T15:00:00.000Z' }
  })
  expect(lists[0]?.steps[2]).toMatchObject({
    ...{ done_at: app.context.now().toISOString(), done_until: null }
  })
})

test('an ad that was rejected is not approved', async () => {
  const [person, admin] = [await app.signIn(), await app.signInAdmin()]
  await decide(admin, await createCampaign(person.api), 'reject')
  expect(await doneBy(person)).toEqual(['campaign_created'])
})

test('a publisher’s steps are done by the site or unit, the first request, view, and address', async () => {
  const person = await app.signIn()
  const siteId = await addVerifiedSite(app.context, { ...person, domainName: 'steps.example' })
  expect(await doneBy(person)).toEqual(['ad_unit_added'])
  expect((await read(person)).lists[1]?.is_begun).toBe(true)
  const unit = await addUnit(app.context, { ...person, siteId })
  expect((await read(person)).lists[1]?.subject_id).toBe(unit)
  await sql`insert into account_request_sums (is_day, at, side, user_id, requests, filled)
    values (false, ${new Date(hour)}, 'publisher', ${Number(person.userId)}, 1, 0)`.execute(
    app.context.db
  )
  expect(await doneBy(person)).toEqual(['ad_unit_added', 'code_seen'])
  await countView(Number(unit), 902)
  expect(await doneBy(person)).toEqual(['ad_unit_added', 'code_seen', 'unit_viewed'])
  await sql`insert into payout_addresses (user_id, token_code, address, usable_at, created_at)
    values (${Number(person.userId)}, 'BTC', 'an address', now(), now())`.execute(app.context.db)
  expect(await doneBy(person)).toHaveLength(4)
})

test('a view proves that the code is on a page', async () => {
  const person = await app.signIn()
  await countView(Number(await addUnit(app.context, person)), 903)
  expect(await doneBy(person)).toEqual(['ad_unit_added', 'code_seen', 'unit_viewed'])
})

const soldBy = async (person: SignedInBrowser) =>
  (await doneBy(person)).filter(step => step.includes('offer') || step.includes('order'))

test('a seller’s steps are done by the offer, its approval, and the first order', async () => {
  const [person, buyer] = [await app.signIn(), await app.signIn()]
  const id = await addOffer(app.context, person, { state: 'pending' })
  const sides = (await read(person)).lists.filter(it => it.is_begun).map(it => it.side)
  // The offer needed a site, which does not make its seller a publisher of ads.
  expect(sides).toEqual(['seller', 'account'])
  expect(await soldBy(person)).toEqual(['offer_created'])
  await sql`update publication_offers set state = 'live', decided_at = now() where id = ${Number(id)}`.execute(
    app.context.db
  )
  expect(await soldBy(person)).toEqual(['offer_created', 'offer_approved'])
  await credit(app.context, buyer.userId, 10n ** 12n, 'USD')
  const brief = {
    currency: 'usd',
    target_url: 'https://buyer.example/',
    brief: 'A note on keys that are kept on paper, with one link.'
  } as const
  expect(await buyer.api.marketplace.createOrder({ offer_id: id, ...brief })).toMatchObject({
    ok: true
  })
  // An edit sends the offer back to review.
  await sql`update publication_offers set state = 'pending', decided_at = null where id = ${Number(id)}`.execute(
    app.context.db
  )
  expect(await soldBy(person)).toEqual(['offer_created', 'offer_approved', 'order_received'])
  expect(await read(buyer)).toMatchObject({ is_new: false })
})

test('an account has a way back with a confirmed address or a passkey', async () => {
  const [mailed, keyed] = [await app.signIn(), await app.signIn()]
  await sql`update users set email = 'steps@example.com', email_confirmed_at = ${new Date(hour)}
    where id = ${Number(mailed.userId)}`.execute(app.context.db)
  await sql`insert into passkeys (id, user_id, name, public_key, counter, transports, created_at)
    values ('key', ${Number(keyed.userId)}, 'Laptop', '\\x00', 0, '{}', ${new Date(hour)})`.execute(
    app.context.db
  )
  for (const person of [mailed, keyed])
    expect((await read(person)).lists.at(-1)?.steps).toEqual([
      { step: 'way_back_saved', done_at: hour, done_until: null }
    ])
})

test('a dismissed checklist is remembered with the account, without the choice for another one', async () => {
  const person = await app.signIn()
  const choose = (first_steps: object) =>
    person.api.accounts.updateUser({ id: person.userId, first_steps })
  await choose({ advertiser: 'shown' })
  expect(await choose({ publisher: 'dismissed' })).toMatchObject({
    ...{ ok: true, value: { data: { attributes: { first_steps: {} } } } }
  })
  const elsewhere = app.open()
  await person.api.accounts.signOut()
  expect(await elsewhere.api.accounts.signIn({ access_code: person.accessCode })).toMatchObject({
    value: {
      data: { attributes: { first_steps: { advertiser: 'shown', publisher: 'dismissed' } } }
    }
  })
  const { lists } = await read({ ...person, ...elsewhere })
  expect(lists.map(it => [it.state, it.steps.length])).toEqual([
    ['shown', 4],
    ['dismissed', 0],
    [null, 3],
    [null, 1]
  ])
  expect(
    await elsewhere.api.accounts.updateUser({
      ...{ id: person.userId, first_steps: { seller: 'later' as 'shown' } }
    })
  ).toMatchObject({
    ...{ status: 422, code: 'invalid' },
    errors: [{ source: { pointer: '/data/attributes/first_steps/seller' } }]
  })
})
