import type { PreviewState } from '@mille/api/ad-units/preview-states.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Delivery, deliveryRoutes } from '../routes.ts'
import { countAll } from '../testing/counting.ts'
import { askFrom } from '../testing/delivery.ts'
import { addCampaign, addUnit } from '../testing/network.ts'

const publicUrl = 'https://ads.example'
const address = '203.0.113.7'
let app: TestApp
let delivery: Delivery
let publisher: SignedInBrowser
let advertiser: SignedInBrowser
let unit: string
let site: number
let ad: Awaited<ReturnType<typeof addCampaign>>

beforeAll(async () => {
  app = await createTestApp({ publicUrl })
  publisher = await app.signIn()
  advertiser = await app.signIn()
  const { db } = app.context
  const added = await addUnit(db, { owner: Number(publisher.userId) })
  unit = String(added.id)
  site = added.site ?? 0
  // Without money, so that the ad is shown by a preview only.
  ad = await addCampaign(db, { owner: Number(advertiser.userId), balance: 0n, title: 'Own coins' })
  delivery = deliveryRoutes(app.context)
  await delivery.start()
})
beforeEach(() => app.context.clock.set('2026-03-02T10:00:00Z'))
afterAll(async () => {
  await delivery.stop()
  await app.close()
})

type Wanted = { id?: string; creative_id?: string; state?: PreviewState }

const create = (wanted: Wanted, by = publisher) =>
  by.api.adUnits.createPreview({ id: unit, ...wanted })

async function tokenOf(wanted: Wanted, by = publisher): Promise<string> {
  const made = await create(wanted, by)
  if (!made.ok) throw new Error(made.code)
  return made.value.data.attributes.token
}

const ask = (path: string, init: RequestInit = {}) => askFrom(delivery, address, path, init)

async function show(token: string) {
  const response = await ask(`/serve/previews/${token}?width=300&height=250&screen=800`)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** Everything that counts: the event log, the counters and the requests. */
async function counted() {
  await delivery.flush()
  await countAll(app.context)
  const { rows } = await sql<Record<string, string>>`select
    (select count(*) from event_log_batches) as records,
    (select coalesce(sum(count), 0) from ad_unit_request_hours) as requests,
    (select coalesce(sum(requests), 0) from ad_unit_request_sums) as request_sums,
    (select count(*) from campaign_day_creatives) as counters,
    (select count(*) from event_log_verdicts) as verdicts,
    (select count(*) from ledger_transfers) as transfers`.execute(app.context.db)
  return { ...rows[0], ...delivery.figures() }
}

test('shows the chosen creative, with nothing that could be counted', async () => {
  const before = await counted()
  const made = await create({ creative_id: String(ad.creative) })
  expect(made.ok && made.value.data).toMatchObject({
    type: 'previews',
    id: unit,
    attributes: { expires_at: '2026-03-02T10:30:00.000Z' }
  })
  const token = await tokenOf({ creative_id: String(ad.creative) })
  const response = await ask(`/serve/previews/${token}?width=300&height=250&screen=800`)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const decision = await response.json()
  const about = `${publicUrl}/about-ad?creative=${ad.creative}&unit=${unit}`
  expect(decision).toMatchObject({
    filled: true,
    unit,
    creative: { kind: 'text', title: 'Own coins' },
    aboutUrl: about,
    clickUrl: about
  })
  expect(decision).not.toHaveProperty('token')
  expect(await counted()).toEqual(before)
  // The same request without a preview is counted.
  await ask(`/serve/units/${unit}`)
  expect(await counted()).not.toEqual(before)
})

test('a forged, an expired and another token are answered with their reasons, and count nothing', async () => {
  const before = await counted()
  const token = await tokenOf({ state: 'empty' })
  const other = String((await addUnit(app.context.db)).id)
  expect(await show(token.replace(`${unit}.`, `${other}.`))).toEqual({
    status: 403,
    body: { reason: 'forged' }
  })
  expect(await show('nonsense')).toMatchObject({ status: 403 })
  expect(await show(token)).toMatchObject({ status: 200, body: { unit, collapse: true } })
  app.context.clock.advance(30 * 60_000)
  expect(await show(token)).toEqual({ status: 410, body: { reason: 'expired' } })
  expect(await counted()).toEqual(before)
})

test('an ad that may no longer appear in the unit is not shown', async () => {
  const { db } = app.context
  const creative = String(ad.creative)
  const token = await tokenOf({ creative_id: creative })
  const rule = await publisher.api.adUnits.createBlockRule({
    kind: 'creative',
    creative_id: creative
  })
  expect(rule.ok).toBe(true)
  await expect.poll(() => show(token)).toEqual({ status: 404, body: { reason: 'not_shown' } })
  expect(await create({ creative_id: creative })).toMatchObject({ code: 'preview_not_shown' })
  await db.deleteFrom('block_rules').execute()
  await expect.poll(() => show(token)).toMatchObject({ status: 200 })
})

test('shows each state of the unit, if it has that', async () => {
  const { db } = app.context
  const owner = Number(publisher.userId)
  const settings = { position: 'sticky', sticky_side: 'footer' }
  const sticky = String((await addUnit(db, { owner, site, settings })).id)
  const shown = async (state: PreviewState, id = unit) => {
    const made = await create({ id, state })
    if (!made.ok) return made.code
    const { token } = made.value.data.attributes
    await expect.poll(() => show(token)).toMatchObject({ status: 200 })
    return (await show(token)).body
  }
  const sample = { filled: true, label: 'Ad', creative: { title: 'A sample ad', lang: 'en' } }
  expect(await shown('sample')).toMatchObject({ ...sample, clickUrl: publicUrl })
  expect(await shown('sample')).not.toHaveProperty('token')
  expect(await shown('fallback')).toMatchObject({
    reason: 'no_campaign',
    clickUrl: expect.stringContaining(publicUrl)
  })
  expect(await shown('house_ad')).toBe('preview_not_shown')
  expect(await shown('closed')).toBe('preview_not_shown')
  expect(await shown('closed', sticky)).toMatchObject({ ...sample, closed: true })
  await publisher.api.adUnits.createHouseAd({
    id: sticky,
    text: 'Our shop',
    link: 'https://shop.example/'
  })
  expect(await shown('house_ad', sticky)).toMatchObject({
    filled: false,
    creative: { title: 'Our shop' },
    clickUrl: 'https://shop.example/'
  })
  expect(await shown('empty', sticky)).toMatchObject({ collapse: true })
})

test('is for the owner of the unit, and for the advertiser of the creative where the unit is public', async () => {
  const { db } = app.context
  const creative_id = String(ad.creative)
  const missing = { code: 'not_found' }
  expect(await create({ creative_id }, advertiser)).toMatchObject({ ok: true, status: 201 })
  expect(await create({ state: 'empty' }, advertiser)).toMatchObject(missing)
  expect(await create({ creative_id }, await app.signIn())).toMatchObject(missing)
  const unverified = String((await addUnit(db, { siteState: 'unverified' })).id)
  expect(await create({ id: unverified, creative_id }, advertiser)).toMatchObject(missing)
  expect(await create({ id: '999999', state: 'empty' })).toMatchObject(missing)
  expect(await create({ creative_id: '999999' })).toMatchObject({ code: 'preview_not_shown' })
  expect(await create({})).toMatchObject({ code: 'invalid' })
  expect(await create({ creative_id, state: 'empty' })).toMatchObject({ code: 'invalid' })
  expect(await app.open().api.adUnits.createPreview({ id: unit, state: 'empty' })).toMatchObject({
    code: 'not_authenticated'
  })
})
