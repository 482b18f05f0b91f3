import { readHoldings as endpoint, type Holdings } from '@mille/api/admin/endpoints.ts'
import { holdingLimits, userInput } from '@mille/api/admin/schema.ts'
import { dayMs } from '@mille/api/durations.ts'
import { type RawBuilder, sql } from 'kysely'
import { listReportsAbout } from '../ad-reports/index.ts'
import { readTrust } from '../campaigns/index.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { listOrders } from '../marketplace/index.ts'
import { findConversation } from '../support/index.ts'
import { findPerson } from './people-queries.ts'

type Parts = Holdings['attributes']
type Part = Exclude<keyof Parts, 'has_chat' | 'trust'>
type Item<Name extends Part> = Parts[Name]['items'][number]

export function holdingRoutes(serve: Serve): void {
  serve(endpoint, userInput, async ({ context, input }) => {
    const person = await findPerson(context.db, Number(input.id))
    if (!person) return failure('not_found')
    return reply({ data: await readHoldings(context, person.id) })
  })
}

/** Returns what an account has, for operators: the newest items of each kind, and their total number. */
async function readHoldings({ db, config, now }: Context, userId: number): Promise<Holdings> {
  const at = now()
  const trust = (await readTrust(db, config, [userId], at)).get(userId)
  if (!trust) throw new Error('each account has an answer')
  const since = new Date(at.getTime() - holdingLimits.days * dayMs)
  return {
    type: 'holdings',
    id: String(userId),
    attributes: {
      campaigns: await readCampaigns(db, userId, since),
      sites: await readSites(db, userId, since),
      ad_units: await readAdUnits(db, userId, since),
      deposits: await readDeposits(db, userId),
      withdrawals: await readWithdrawals(db, userId),
      orders: await readOrders(db, userId),
      reports: await readReports(db, userId),
      has_chat: (await findConversation(db, userId)) !== undefined,
      trust
    }
  }
}

function readCampaigns(db: Database, userId: number, since: Date) {
  return newest<'campaigns'>(db, holdingLimits.items, {
    from: sql`shared_campaigns own where user_id = ${userId}`,
    columns: sql`
      own.id::text, state, asset,
      (select title from campaign_titles where campaign_titles.id = own.id) as name,
      (select coalesce(sum(charged), 0)::text from shared_settlements
        where campaign_id = own.id and window_start >= ${since}) as spent`
  })
}

function readSites(db: Database, userId: number, since: Date) {
  return newest<'sites'>(db, holdingLimits.items, {
    from: sql`shared_sites own where user_id = ${userId}`,
    columns: sql`own.id::text, domain_name, state, ${earned(
      sql`unit_id in (select unit.id from shared_ad_units unit where unit.site_id = own.id)`,
      since
    )}`
  })
}

function readAdUnits(db: Database, userId: number, since: Date) {
  return newest<'ad_units'>(db, holdingLimits.items, {
    from: sql`shared_ad_units own where user_id = ${userId}`,
    columns: sql`own.id::text, name, state, ${earned(sql`unit_id = own.id`, since)}`
  })
}

/** Sums the earnings of these ad units by currency. */
function earned(isOfUnits: RawBuilder<unknown>, since: Date): RawBuilder<unknown> {
  return sql`
    (select coalesce(json_agg(json_build_object('asset', asset, 'amount', amount) order by asset), '[]')
      from (
        select asset, sum(amount)::text as amount from shared_unit_earnings earning
        where ${isOfUnits} and last_at >= ${since} and earning.state <> 'taken_back' group by asset
      ) as sums) as earned`
}

function readDeposits(db: Database, userId: number) {
  return newest<'deposits'>(db, holdingLimits.payments, {
    from: sql`shared_deposits own where user_id = ${userId}`,
    columns: sql`own.id::text, asset, amount::text, seen_at as at,
      case when is_gone then 'reversed' when is_too_small then 'too_small'
        when credited > 0 then 'done' else 'pending' end as state`
  })
}

function readWithdrawals(db: Database, userId: number) {
  return newest<'withdrawals'>(db, holdingLimits.payments, {
    from: sql`shared_withdrawals own where user_id = ${userId}`,
    columns: sql`own.id::text, asset, amount::text, state, created_at as at`
  })
}

async function readOrders(db: Database, userId: number): Promise<Parts['orders']> {
  const { rows, records } = await listOrders(
    db,
    userId,
    {},
    { offset: 0, limit: holdingLimits.items }
  )
  return {
    count: records,
    items: rows.map(({ id, name, state, asset, amount, advertiser_id, created_at }) => ({
      id: String(id),
      name,
      side: advertiser_id === userId ? 'advertiser' : 'publisher',
      state,
      asset,
      amount: amount.toString(),
      at: created_at.toISOString()
    }))
  }
}

async function readReports(db: Database, userId: number): Promise<Parts['reports']> {
  const { rows, records } = await listReportsAbout(db, userId, holdingLimits.items)
  return {
    count: records,
    items: rows.map(({ id, campaign_id, reason, decision, created_at }) => ({
      id: String(id),
      campaign_id: String(campaign_id),
      reason,
      decision,
      at: created_at.toISOString()
    }))
  }
}

type Query = { from: RawBuilder<unknown>; columns: RawBuilder<unknown> }

async function newest<Name extends Part>(
  db: Database,
  limit: number,
  { from, columns }: Query
): Promise<{ count: number; items: Item<Name>[] }> {
  const { rows } = await sql<Item<Name> & { at?: Date | string }>`
    select ${columns} from ${from} order by own.id desc limit ${limit}`.execute(db)
  const counted = await sql<{ records: bigint }>`select count(*) as records from ${from}`.execute(
    db
  )
  return {
    count: Number(counted.rows[0]?.records ?? 0n),
    items: rows.map(row => (row.at instanceof Date ? { ...row, at: row.at.toISOString() } : row))
  }
}
