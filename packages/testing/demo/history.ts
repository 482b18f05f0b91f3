import { dayMs } from '@mille/api/durations.ts'
import type { UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import type { Asset } from '@mille/money/amount.ts'
import { splitByWeight } from '@mille/money/split.ts'
import type { Context } from '@mille/server/context.ts'
import { createRequestCounts } from '@mille/server/delivery/requests/request-counts.ts'
import { payMatured } from '@mille/server/earnings/index.ts'
import { openPublicLog, sealCharges } from '@mille/server/public-log/index.ts'
import { settleDue } from '@mille/server/settlement/index.ts'
import { holdActive } from '@mille/server/window-holds/index.ts'
import { sql } from 'kysely'
import type { DemoCampaign } from './network.ts'
import { type Pair, writeHistory } from './write-history.ts'

export type SeededUnit = {
  id: number
  userId: number
  language: string
  size: UnitSize
  dailyViews: number
  gambling: boolean
}
export type SeededCampaign = {
  id: number
  userId: number
  demo: DemoCampaign
  asset: Asset
  dailyBudget: bigint
  startedAt: Date
  endedAt: Date | null
  creativeId: number
  banners: { id: number; size: UnitSize }[]
}

/**
 * Writes a month of the event log and its counters, then settles each day with the code that settles real traffic, so
 * that the demo's ledger is consistent.
 */
export async function seedHistory(
  context: Context,
  from: Date,
  units: readonly SeededUnit[],
  campaigns: readonly SeededCampaign[]
): Promise<void> {
  const now = context.now()
  const pairs = planPairs(from, now, units, campaigns)
  const requests = createRequestCounts(context)
  await context.db.transaction().execute(async tx => {
    await writeHistory(tx, context, { pairs, requests })
    await sql`
      insert into delivery_heartbeats (minute)
      select generate_series(${from}::timestamptz, ${now}, interval '1 minute')
      on conflict do nothing`.execute(tx)
    // The ad units are older than this month of history, so their slow start is over.
    const ended = { started_at: from, counted_from: from, ended_at: from }
    await tx
      .insertInto('slow_starts')
      .values(units.map(it => ({ unit_id: it.id, ...ended })))
      .execute()
    await tx.insertInto('settlement_progress').values({ settled_until: from }).execute()
  })
  await requests.stop()
  // The public log is opened before anything is settled, so that the demo's bills can be verified from their first day.
  await openPublicLog(setBack(context, from))
  // Settles whole days at a time: the shares are the same, and the first start saves ten thousand transfers. Each day
  // is settled at its end, so that most earnings have reached the publishers by now.
  const config = { ...context.config, settlementWindowSeconds: 86_400 }
  for (let end = from.getTime() + dayMs; end <= now.getTime(); end += dayMs) {
    const then = setBack(context, new Date(end))
    await settleDue({ ...then, config })
    await sealCharges(then)
    await payMatured(then)
  }
  await holdActive(context)
}

/** Returns the context with its clock set to an earlier moment. */
function setBack(context: Context, moment: Date): Context {
  const offsetMs = (context.clockOffsetMs?.() ?? 0) + moment.getTime() - context.now().getTime()
  return { ...context, now: () => moment, clockOffsetMs: () => offsetMs }
}

function planPairs(
  from: Date,
  now: Date,
  units: readonly SeededUnit[],
  campaigns: readonly SeededCampaign[]
): Pair[] {
  const pairs: Pair[] = []
  const days = Math.ceil((now.getTime() - from.getTime()) / dayMs)
  for (let index = 0; index < days; index++) {
    const day = new Date(from.getTime() + index * dayMs)
    const weekend = day.getUTCDay() % 6 === 0 ? 65 : 100
    // Views grow slightly over time, with a ripple that differs per ad unit.
    for (const unit of units) {
      const ripple = 90 + ((unit.id * 37 + index * 53) % 23)
      const views = Math.round((unit.dailyViews * weekend * ripple * (85 + index)) / 1_000_000)
      const running = campaigns.filter(campaign => fits(campaign, unit, day))
      const parts = splitByWeight(BigInt(views), running.map(weightOf))
      running.forEach((campaign, position) => {
        const share = Number(parts[position] ?? 0n)
        if (share === 0) return
        const banner = campaign.banners.find(one => one.size === unit.size)
        pairs.push({
          day,
          unitId: unit.id,
          campaignId: campaign.id,
          creativeId: campaign.creativeId,
          bannerId: banner?.id ?? 0,
          views: share
        })
      })
    }
  }
  return pairs
}

function fits(campaign: SeededCampaign, unit: SeededUnit, day: Date): boolean {
  if (campaign.userId === unit.userId || day < campaign.startedAt) return false
  if (campaign.endedAt && day >= campaign.endedAt) return false
  if (campaign.demo.rating === 'gambling' && !unit.gambling) return false
  // A campaign that has run out of funds is no longer shown.
  if (
    campaign.demo.state === 'out_of_funds' &&
    day.getTime() > campaign.startedAt.getTime() + 14 * dayMs
  )
    return false
  return campaign.demo.language === 'en' || campaign.demo.language === unit.language
}

function weightOf(campaign: SeededCampaign): bigint {
  return campaign.asset === 'USD' ? campaign.dailyBudget : campaign.dailyBudget * 60_000n
}
