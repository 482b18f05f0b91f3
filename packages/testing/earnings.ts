import { verifyEarnings } from '@mille/server/earnings/index.ts'
import { verifyLedger } from '@mille/server/ledger/index.ts'
import { settleDue, verifySettlements } from '@mille/server/settlement/index.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createActiveCampaign } from './campaigns.ts'
import { addUnit, addVerifiedSite } from './supply.ts'
import type { SignedInBrowser, TestApp } from './test-app.ts'

/**
 * Creates a publisher with an ad unit that is older than a month, and an advertiser whose campaign pays 100 units per
 * view.
 */
export async function createEarningNetwork(app: TestApp) {
  const { context } = app
  const admin = await app.signInAdmin()
  const advertiser = await app.signIn()
  const publisher = await app.signIn()
  const { data } = await createActiveCampaign(context, advertiser, admin, 1_000_000n, {
    traffic_type: 'cpm',
    max_cpm: '100000',
    daily_budget: '100000'
  })
  const campaignId = Number(data.id)
  const siteId = await addVerifiedSite(context, {
    userId: publisher.userId,
    domainName: `earning-${publisher.userId}.example`
  })
  const unitId = await addOldUnit(app, publisher, siteId)

  /**
   * Counts views in the hour of the given moment, then advances the clock to the end of the settlement period and
   * settles it.
   */
  async function earn(at: string, views = 1n, unit = unitId, campaign = campaignId) {
    await sql`
      insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
      values (date_trunc('hour', ${at}::timestamptz), ${unit}, ${campaign}, 0, 'billable', ${views})
      on conflict (bucket, unit_id, campaign_id, banner_id, kind)
      do update set count = delivery_counters.count + excluded.count`.execute(context.db)
    const windowMs = context.config.settlementWindowSeconds * 1000
    const end = (Math.floor(Date.parse(at) / windowMs) + 1) * windowMs
    if (context.now().getTime() < end + 2_000) context.clock.set(new Date(end + 2_000))
    await settleDue(context)
  }

  return { admin, advertiser, publisher, campaignId, siteId, unitId, earn }
}

/** Adds an ad unit to the site, created two months ago. */
async function addOldUnit(
  { context }: TestApp,
  owner: SignedInBrowser,
  siteId: string
): Promise<number> {
  const id = Number(await addUnit(context, { userId: owner.userId, siteId }))
  await sql`update ad_units set created_at = created_at - interval '60 days' where id = ${id}`.execute(
    context.db
  )
  return id
}

/** Ends every test of earnings: checks that the ledger matches what was earned, held, paid and reversed. */
export async function closeSound(app: TestApp): Promise<void> {
  const { db } = app.context
  expect(await verifyLedger(db)).toMatchObject({ ok: true })
  expect(await verifySettlements(db)).toMatchObject({ ok: true })
  expect(await verifyEarnings(db)).toEqual({ ok: true })
  await app.close()
}
