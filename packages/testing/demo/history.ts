import type { UnitSize } from '@mille/api/constants.ts'
import { dayMs } from '@mille/api/durations.ts'
import type { Asset } from '@mille/money/amount.ts'
import { splitByWeight } from '@mille/money/split.ts'
import type { Context } from '@mille/server/context.ts'
import type { Tx } from '@mille/server/db/connect.ts'
import { ensurePartitions, rebuildCounters } from '@mille/server/delivery/index.ts'
import { payMatured } from '@mille/server/earnings/index.ts'
import { settleDue } from '@mille/server/settlement/index.ts'
import { holdActive } from '@mille/server/window-holds/index.ts'
import { sql } from 'kysely'
import type { DemoCampaign } from './network.ts'

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
  banners: { id: number; size: UnitSize }[]
}

/** What one pair of unit and campaign did on one day. */
type Pair = { day: Date; unitId: number; campaignId: number; bannerId: number; views: number }

/**
 * A month of events, then the counters that follow from them, then the settlement of each day by the same code that
 * settles real traffic: the demo's money adds up because nothing else could have written it.
 */
export async function seedHistory(
  context: Context,
  from: Date,
  units: readonly SeededUnit[],
  campaigns: readonly SeededCampaign[]
): Promise<void> {
  const now = context.now()
  const pairs = planPairs(from, now, units, campaigns)
  await context.db.transaction().execute(async tx => {
    await writeEvents(tx, pairs, now)
    await rebuildCounters(tx, from, new Date(now.getTime() + dayMs))
    await sql`
      insert into delivery_heartbeats (minute)
      select generate_series(${from}::timestamptz, ${now}, interval '1 minute')
      on conflict do nothing`.execute(tx)
    // The network knows them from before the month that is told here: their slow start is over.
    const ended = { started_at: from, counted_from: from, ended_at: from }
    await tx
      .insertInto('slow_starts')
      .values(units.map(it => ({ unit_id: it.id, ...ended })))
      .execute()
    await tx.insertInto('settlement_progress').values({ settled_until: from }).execute()
  })
  // Whole days at a time: the shares are the same, and the first start is quicker by ten thousand transfers. Each is
  // settled at its end, so that most of what was earned has reached the publishers by now.
  const config = { ...context.config, settlementWindowSeconds: 86_400 }
  for (let end = from.getTime() + dayMs; end <= now.getTime(); end += dayMs) {
    const then = setBack(context, new Date(end))
    await settleDue({ ...then, config })
    await payMatured(then)
  }
  await holdActive(context)
}

/** The same network at an earlier moment, on purpose. */
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
    // A little growth, and a ripple that no two units share.
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
  // What has run out of money is shown no more.
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

async function writeEvents(tx: Tx, pairs: readonly Pair[], now: Date): Promise<void> {
  const days = [...new Set(pairs.map(pair => pair.day.toISOString().slice(0, 10)))]
  await ensurePartitions(tx, days)
  await sql`select setseed(0.2026)`.execute(tx)
  await sql`
    create temporary table demo_decisions on commit drop as
    select decision, at, date_bin('1 hour', at, timestamptz '2020-01-01 00:00Z') as bucket,
      unit_id, campaign_id, banner_id, visitor, fate
    from (
      select gen_random_uuid() as decision, day + (random() + random()) * interval '12 hours' as at, unit_id, campaign_id,
        banner_id, substr(decode(md5(random()::text), 'hex'), 1, 8) as visitor, random() as fate
      from unnest(
        ${pairs.map(pair => pair.day)}::timestamptz[], ${pairs.map(pair => pair.unitId)}::int[],
        ${pairs.map(pair => pair.campaignId)}::int[], ${pairs.map(pair => pair.bannerId)}::int[],
        ${pairs.map(pair => pair.views)}::int[]
      ) as pairs (day, unit_id, campaign_id, banner_id, views)
      cross join lateral generate_series(1, views)
    ) as decisions
    where at < ${now}`.execute(tx)
  // Of a hundred decisions 7 are never drawn, 17 are drawn out of sight, 3 are seen by somebody who saw the campaign before.
  for (const [kind, from, afterSeconds] of [
    ['rendered', 0.07, 0],
    ['viewable', 0.24, 1.1],
    ['clicked', 0.992, 6]
  ] as const) {
    await sql`
      insert into delivery_events
        (day, decision, kind, at, bucket, unit_id, campaign_id, banner_id, visitor, rejected)
      select (at at time zone 'UTC')::date, decision, ${kind},
        -- Each person takes a time of their own, within the hour in which the ad was chosen.
        least(at + make_interval(secs => ${afterSeconds} * (1 + 2 * fate)), bucket + interval '1 hour' - interval '1 ms'),
        bucket, unit_id, campaign_id, banner_id, visitor,
        case when ${kind} = 'viewable' and fate < 0.27 then 'seen_today' end
      from demo_decisions
      where fate >= ${from}`.execute(tx)
  }
  await sql`
    insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    select bucket, unit_id, campaign_id, banner_id, 'served', count(*) from demo_decisions
    group by bucket, unit_id, campaign_id, banner_id`.execute(tx)
  await sql`
    insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
    select bucket, unit_id, campaign_id, banner_id, reason, count(*) from (
      select *, case when fate < 0.012 then 'rejected_bot' when fate < 0.017 then 'rejected_foreign' else 'rejected_repeated' end as reason
      from demo_decisions where fate < 0.03
    ) as refused
    group by bucket, unit_id, campaign_id, banner_id, reason`.execute(tx)
}
