import type { Decision } from '@mille/api/delivery/protocol.ts'
import { createCampaign, credit, decide } from '@mille/testing/campaigns.ts'
import { createTestApp, type SignedInBrowser, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Delivery, deliveryRoutes } from './routes.ts'
import { addUnit } from './testing/network.ts'

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const within = { timeout: 5_000, interval: 20 }

let app: TestApp
let admin: SignedInBrowser
let publisher: SignedInBrowser
let advertiser: SignedInBrowser
let delivery: Delivery
let campaign: string
let unit: number
beforeAll(async () => {
  app = await createTestApp({}, context => {
    delivery = deliveryRoutes(context)
    return delivery.app
  })
  app.context.clock.set('2026-03-02T10:00:00Z')
  admin = await app.signInAdmin()
  publisher = await app.signIn()
  advertiser = await app.signIn()
  unit = (await addUnit(app.context.db, { owner: Number(publisher.userId) })).id
  campaign = await addFunded()
  await delivery.start()
})
afterAll(async () => {
  await delivery.stop()
  await app.close()
})

/** Creates a funded campaign whose ad awaits review. */
async function createFunded() {
  await credit(app.context, advertiser.userId, 100_000n)
  const document = await createCampaign(advertiser.api)
  const { id } = document.data
  expect((await advertiser.api.campaigns.fundCampaign({ id, amount: '50000' })).ok).toBe(true)
  return document
}

async function addFunded(): Promise<string> {
  const document = await createFunded()
  expect((await decide(admin, document)).ok).toBe(true)
  return document.data.id
}

let visitors = 0
/** Returns the response for a reader who has not seen the ad. */
async function answered(): Promise<string> {
  const at = `198.51.100.${++visitors % 250}`
  const response = await delivery.app.request(
    `/serve/units/${unit}?width=300`,
    { headers: { 'user-agent': userAgent } },
    { incoming: { socket: { remoteAddress: at } } }
  )
  const decision = (await response.json()) as Decision
  return decision.filled ? 'filled' : decision.reason
}

const suspend = ({ userId }: SignedInBrowser) =>
  admin.api.admin.suspendPerson({ id: userId, reason: 'The case is looked at.' })
const lift = ({ userId }: SignedInBrowser) => admin.api.admin.liftSuspension({ id: userId })

async function problemsOf(answer: Promise<unknown>) {
  const found = (await answer) as { value: { data: { attributes: { problems: string[] } } } }
  return found.value.data.attributes.problems
}

const activity = (id: string) =>
  app.context.db
    .selectFrom('campaign_activity')
    .select(['started_at', 'ended_at'])
    .where('campaign_id', '=', Number(id))
    .orderBy('started_at')
    .execute()

test('the ad units of a suspended account show no ads until it is lifted, and say why', async () => {
  await expect.poll(answered, within).toBe('filled')
  expect((await suspend(publisher)).ok).toBe(true)
  await expect.poll(answered, within).toBe('account_suspended')
  const diagnosis = () =>
    problemsOf(publisher.api.diagnosis.readAdUnitDiagnosis({ id: String(unit) }))
  expect(await diagnosis()).toEqual(['account_suspended'])
  expect((await lift(publisher)).ok).toBe(true)
  await expect.poll(answered, within).toBe('filled')
  expect(await diagnosis()).toEqual([])
})

test('the campaigns of a suspended account are not drawn until it is lifted, and say why', async () => {
  await expect.poll(answered, within).toBe('filled')
  await suspend(advertiser)
  await expect.poll(answered, within).toBe('no_campaign')
  const diagnosis = () =>
    problemsOf(advertiser.api.diagnosis.readCampaignDiagnosis({ id: campaign }))
  expect(await diagnosis()).toEqual(['account_suspended'])
  await lift(advertiser)
  await expect.poll(answered, within).toBe('filled')
  expect(await diagnosis()).toEqual([])
})

test('a suspended campaign stays active and is charged for none of that time', async () => {
  const waiting = await createFunded()
  const id = await addFunded()
  const started = app.context.now()
  app.context.clock.advance(60_000)
  const suspended = app.context.now()
  await suspend(advertiser)
  app.context.clock.advance(60_000)
  // A campaign that is approved during the suspension becomes active, and starts once the account may show ads again.
  expect((await decide(admin, waiting)).ok).toBe(true)
  expect(await activity(waiting.data.id)).toEqual([])
  expect(await activity(id)).toEqual([{ started_at: started, ended_at: suspended }])
  const read = await advertiser.api.campaigns.readCampaign({ id })
  expect(read.ok && read.value.data.attributes.state).toBe('active')
  app.context.clock.advance(60_000)
  await lift(advertiser)
  const lifted = { started_at: app.context.now(), ended_at: null }
  expect(await activity(waiting.data.id)).toEqual([lifted])
  expect(await activity(id)).toEqual([{ started_at: started, ended_at: suspended }, lifted])
})

test('a campaign that its owner had paused stays paused', async () => {
  const id = await addFunded()
  await advertiser.api.campaigns.updateCampaign({ id, state: 'paused' })
  await suspend(advertiser)
  await lift(advertiser)
  const [only, ...others] = await activity(id)
  expect(only?.ended_at).not.toBe(null)
  expect(others).toEqual([])
})
