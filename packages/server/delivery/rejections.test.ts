import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Decision, SeenEvent } from '@mille/api/delivery/protocol.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setUnitExcluded } from './invalid-traffic/exclusions.ts'
import { relayDecisions } from './partitions/relay-rules.ts'
import { findWrongCount } from './partitions/verify-counts.ts'
import { countAll, readSums } from './testing/counting.ts'
import { askFrom, chrome, startDelivery, type TestDelivery } from './testing/delivery.ts'
import { addCampaign, addUnit } from './testing/network.ts'
import { paidTogether, type RejectedReason } from './what-counts.ts'

const folder = mkdtempSync(join(tmpdir(), 'mille-rejections-'))
const blockedReferrersFile = join(folder, 'blocked-referrers.txt')

let context: TestContext
let delivery: TestDelivery
let unit: Awaited<ReturnType<typeof addUnit>>
let campaign: Awaited<ReturnType<typeof addCampaign>>
let visitors = 0

beforeAll(async () => {
  writeFileSync(blockedReferrersFile, 'casino.example\n')
  // Automated browsers are rejected only in production.
  context = await createTestContext({
    publicUrl: 'https://ads.example',
    mode: 'production',
    blockedReferrersFile
  })
  unit = await addUnit(context.db)
  campaign = await addCampaign(context.db)
  delivery = await startDelivery(context)
})
beforeEach(() => delivery.clear())
afterAll(async () => {
  await delivery.close()
  rmSync(folder, { recursive: true })
})

type Visitor = { address: string; userAgent?: string; page?: Record<string, string> }

/** Returns a visitor whose address is in a new neighborhood. */
const newVisitor = (): Visitor => ({ address: `198.51.${visitors++}.1` })

function ask(
  path: string,
  { address, userAgent = chrome, page = { origin: `https://blog-${unit.owner}.example` } }: Visitor,
  init: RequestInit = {}
) {
  // Sends the Fetch Metadata headers that every current browser sends over HTTPS.
  const fetched = { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site' }
  const headers = { 'user-agent': userAgent, ...fetched, ...page }
  return askFrom(delivery, address, path, { ...init, headers })
}

async function choose(visitor: Visitor, id = unit.id): Promise<string> {
  const decision = (await (await ask(`/serve/units/${id}`, visitor)).json()) as Decision
  if (!decision.filled) throw new Error(decision.reason)
  return decision.token
}

async function report(token: string, visitor: Visitor, said: Partial<SeenEvent> = {}) {
  const body = JSON.stringify({ token, kind: 'viewable', ...said })
  const { status } = await ask('/serve/view', visitor, { method: 'POST', body })
  // The response does not reveal whether the report was accepted.
  expect(status).toBe(204)
}

/** Requests an ad, views it for a second, and reports the view. */
async function see(visitor: Visitor, by = visitor, said: Partial<SeenEvent> = {}, id = unit.id) {
  const token = await choose(visitor, id)
  context.clock.advance(1000)
  await report(token, by, said)
  return token
}

/** Requests an ad for every visitor before any of them reports a view. */
async function seeAll(all: readonly Visitor[]): Promise<void> {
  const tokens: string[] = []
  for (const visitor of all) tokens.push(await choose(visitor))
  context.clock.advance(1000)
  for (const [index, visitor] of all.entries()) await report(tokens[index] ?? '', visitor)
}

/**
 * One way to cause each rejection reason, as a browser or a cheater would send it. A reason without an entry fails to
 * compile.
 */
const ways: Record<RejectedReason, () => Promise<unknown>> = {
  forged: () => report('AAAA', newVisitor()),
  async expired() {
    const visitor = newVisitor()
    const token = await choose(visitor)
    context.clock.advance(7_201_000)
    await report(token, visitor)
  },
  bot() {
    const visitor = newVisitor()
    return see(visitor, {
      ...visitor,
      userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)'
    })
  },
  data_centre: () => see({ address: '116.203.4.5' }),
  foreign: () => see(newVisitor(), { ...newVisitor(), userAgent: `${chrome} Other` }),
  async own() {
    const visitor = newVisitor()
    const token = await choose(visitor)
    const own = (userId: number) =>
      context.db
        .updateTable('ad_units')
        .set({ user_id: userId })
        .where('id', '=', unit.id)
        .execute()
    const { user_id: owner } = await context.db
      .selectFrom('campaigns')
      .select('user_id')
      .where('id', '=', campaign.id)
      .executeTakeFirstOrThrow()
    await own(owner)
    // The ad server soon learns of the new owner, and no longer chooses the campaign for the ad unit.
    await expect.poll(() => choose(visitor).catch(() => null)).toBe(null)
    context.clock.advance(1000)
    await report(token, visitor)
    await own(unit.owner)
    await expect.poll(() => choose(newVisitor()).catch(() => null)).not.toBe(null)
  },
  async blocked_referrer() {
    const { id } = await addUnit(context.db, { kind: 'app' })
    const visitor = newVisitor()
    await expect.poll(() => choose(visitor, id).catch(() => null)).not.toBe(null)
    await see(visitor, { ...visitor, page: { origin: 'https://www.casino.example' } }, {}, id)
  },
  mismatched_site() {
    const visitor = newVisitor()
    return see(visitor, { ...visitor, page: { origin: 'https://copied.example' } })
  },
  async too_early() {
    const visitor = newVisitor()
    await report(await choose(visitor), visitor)
  },
  automated() {
    const visitor = newVisitor()
    return see(visitor, visitor, { webdriver: true })
  },
  async repeated() {
    const visitor = newVisitor()
    await report(await see(visitor), visitor)
  },
  rate() {
    const visitor = newVisitor()
    return seeAll(Array.from({ length: 61 }, () => visitor))
  },
  crowd() {
    const { address } = newVisitor()
    const neighbors = Array.from({ length: 41 }, (_, nth) => `${chrome} ${nth}`)
    return seeAll(neighbors.map(userAgent => ({ address, userAgent })))
  },
  async no_view() {
    const visitor = newVisitor()
    const { status } = await ask(`/serve/click/${await choose(visitor)}`, visitor)
    expect(status).toBe(302)
  },
  seen_today() {
    const visitor = newVisitor()
    return seeAll([visitor, visitor])
  },
  async excluded() {
    const visitor = newVisitor()
    const token = await choose(visitor)
    context.clock.advance(1000)
    await exclude(true)
    await report(token, visitor)
    await exclude(false)
    await expect.poll(() => choose(newVisitor()).catch(() => null)).not.toBe(null)
  },
  async refreshed() {
    for (let nth = 0; nth < 4 * paidTogether.views; nth++) await addCampaign(context.db)
    let visitor = newVisitor()
    let tokens: string[] = []
    // Once the ad server knows all the campaigns, it chooses each of them once for a visitor.
    const draw = async () => {
      visitor = newVisitor()
      tokens = await Promise.all(
        Array.from({ length: paidTogether.views + 1 }, () => choose(visitor))
      )
      return new Set(tokens.map(campaignOf)).size
    }
    await expect.poll(draw, { timeout: 10_000 }).toBe(paidTogether.views + 1)
    context.clock.advance(1000)
    for (const token of tokens) await report(token, visitor)
  }
}

function campaignOf(token: string): number {
  return Buffer.from(token, 'base64url').readUInt32BE(20)
}

async function exclude(isExcluded: boolean): Promise<void> {
  const how = { isExcluded, userId: unit.owner, at: context.now() }
  await context.db.transaction().execute(tx => setUnitExcluded(tx, unit.id, how))
  await relayDecisions(context)
}

test.each(Object.entries(ways))(
  'a report that is %s is rejected, and not paid for',
  async (reason, send) => {
    await send()
    await delivery.flush()
    await countAll(context)
    const sums = await readSums(context.db)
    const rejected = Object.keys(sums).filter(kind => kind.startsWith('rejected_'))
    expect(rejected.filter(kind => kind !== 'rejected_seen_today')).toEqual(
      reason === 'seen_today' ? [] : [`rejected_${reason}`]
    )
    expect(sums[`rejected_${reason}`]).toBe(1n)
    expect((sums.viewable ?? 0n) - (sums.rejected_seen_today ?? 0n)).toBe(sums.billable ?? 0n)
    expect(await findWrongCount(context)).toBe(null)
  }
)
