import type { TrafficType } from '@mille/api/constants.ts'
import { sql } from 'kysely'
import { createCampaign, credit, decide } from './campaigns.ts'
import type { SignedInBrowser, TestApp } from './test-app.ts'

export type ModelTerms = {
  trafficType: TrafficType
  dailyBudget: bigint
  maxCpm: bigint
  totalBudget: bigint | null
  coupon: string | null
}
/**
 * Daily limit, in units of 1e-8 BTC, on what the publisher's ad units earn during their slow start; earnings above it
 * wait.
 */
export const slowStartLimit = 300n

export type SettlementModel = Awaited<ReturnType<typeof createSettlementModel>>

/**
 * Creates three advertisers, the second referred by the first, and a publisher with three ad units, all using the API.
 * Requests that break a rule are refused and change nothing.
 */
export async function createSettlementModel(app: TestApp, admin: SignedInBrowser) {
  const { db, clock } = app.context
  const owners = [await app.signIn(), await app.signIn(), await app.signIn()]
  for (const { userId } of owners)
    await sql`
      update users set email = ${`owner-${userId}@mille.test`}, email_confirmed_at = ${clock.now()}
      where id = ${Number(userId)}`.execute(db)
  const publisher = await app.signIn()
  const { rows: units } = await sql<{ id: number }>`
    insert into ad_units (user_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions, settings, created_at)
    select ${Number(publisher.userId)}, 'app', 'Unit', 'https://publisher.test/', '300x250', 'desktop', 'mixed', '{}', 0, '{}', ${clock.now()}
    from generate_series(1, 3) returning id`.execute(db)
  await sql`
    update users set partner_id = ${Number(owners[0]?.userId)} where id = ${Number(owners[1]?.userId)}`.execute(
    db
  )
  const campaigns: { id: string; owner: SignedInBrowser; maxPerDay: bigint }[] = []
  const pick = (index: number) => campaigns[campaigns.length === 0 ? 0 : index % campaigns.length]

  return {
    campaignIds: () => campaigns.map(it => Number(it.id)),
    async create(index: number, terms: ModelTerms) {
      const owner = owners[index]
      if (!owner) return
      await sql`delete from rate_limits`.execute(db)
      const changes = {
        traffic_type: terms.trafficType,
        daily_budget: terms.dailyBudget.toString(),
        max_cpm: terms.maxCpm.toString(),
        total_budget: terms.totalBudget?.toString() ?? null
      }
      // A coupon may be used up; the campaign is then created without it.
      const document = await createCampaign(owner.api, {
        ...changes,
        coupon_code: terms.coupon
      }).catch(() => createCampaign(owner.api, changes))
      await decide(admin, document)
      campaigns.push({ id: document.data.id, owner, maxPerDay: terms.dailyBudget })
    },
    async fund(index: number, amount: bigint) {
      const it = pick(index)
      if (!it) return
      // The credited balance is sometimes smaller than the requested funding.
      await credit(app.context, it.owner.userId, (amount * 2n) / 3n + 300n)
      await it.owner.api.campaigns.fundCampaign({ id: it.id, amount: amount.toString() })
    },
    async setState(index: number, action: 'pause' | 'resume' | 'archive') {
      const it = pick(index)
      if (!it) return
      const { campaigns } = it.owner.api
      if (action === 'archive') await campaigns.archiveCampaign({ id: it.id })
      else {
        const state = action === 'pause' ? 'paused' : 'active'
        await campaigns.updateCampaign({ id: it.id, state })
      }
    },
    async reprice(index: number, dailyBudget: bigint) {
      const it = pick(index)
      if (!it) return
      const done = await it.owner.api.campaigns.updatePaymentModel({
        id: it.id,
        currency: 'btc',
        traffic_type: 'cpd',
        daily_budget: dailyBudget.toString(),
        max_cpm: null,
        total_budget: null
      })
      if (done.ok && dailyBudget > it.maxPerDay) it.maxPerDay = dailyBudget
    },
    /** Counts impressions as billable, even for a stopped campaign, since impressions may arrive late. */
    async show(index: number, unit: number, count: bigint) {
      const it = pick(index)
      if (!it) return
      await sql`
        insert into delivery_counters (bucket, unit_id, campaign_id, banner_id, kind, count)
        values (date_trunc('hour', ${clock.now()}::timestamptz), ${units[unit]?.id}, ${Number(it.id)}, 0, 'billable', ${count})
        on conflict (bucket, unit_id, campaign_id, banner_id, kind)
        do update set count = delivery_counters.count + excluded.count`.execute(db)
    },
    async wait(minutes: number, isDown: boolean) {
      const from = clock.now()
      clock.advance(minutes * 60_000)
      if (isDown) return
      await sql`
        insert into delivery_heartbeats (minute)
        select generate_series(date_trunc('minute', ${from}::timestamptz), ${clock.now()}::timestamptz, interval '1 minute')
        on conflict do nothing`.execute(db)
    },
    async review(unit: number, decision: 'end_slow_start' | 'take_back') {
      const reason = 'The views came from a program'
      const id = String(units[unit]?.id)
      await admin.api.earnings.decideEarnings({ id, decision, reason })
    },
    /**
     * Returns the days on which more than the slow-start limit became payable, although no ad unit had finished its
     * slow start.
     */
    async freeDays(): Promise<string[]> {
      const { rows } = await sql<{ problem: string }>`
        select format('%s on %s', sum(amount), day) as problem from unit_earnings
        where unit_id = any(${units.map(it => it.id)}::integer[]) and asset = 'BTC' and not waits
        group by day having sum(amount) > ${slowStartLimit}`.execute(db)
      return rows.map(row => row.problem)
    },
    /** Returns the days on which a campaign was charged more than its largest daily budget. */
    async overspentDays(): Promise<string[]> {
      const { rows } = await sql<{ problem: string }>`
        select format('campaign %s: %s on %s', campaign_id, sum(charged), window_start::date) as problem
        from settlements
        join unnest(${campaigns.map(it => Number(it.id))}::integer[], ${campaigns.map(it => it.maxPerDay)}::bigint[])
          as known (campaign_id, most) using (campaign_id)
        group by campaign_id, most, (window_start at time zone 'UTC')::date, window_start::date
        having sum(charged) > most`.execute(db)
      return rows.map(row => row.problem)
    }
  }
}

export async function createModelCoupons(admin: SignedInBrowser): Promise<void> {
  const many = { uses_limit: 100_000, uses_per_account: 3 }
  for (const coupon of [
    { code: 'HALF', effect: 'half_fee', ...many },
    { code: 'GIFT', effect: 'promotion', asset: 'BTC', amount: '700', ...many }
  ] as const) {
    const made = await admin.api.coupons.createCoupon(coupon)
    if (!made.ok) throw new Error(made.code)
  }
}
