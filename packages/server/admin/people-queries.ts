import type { SuspensionKind } from '@mille/api/constants.ts'
import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'

// Queries about accounts. Like finances, they read the tables of other domains and never write to them.

export type PersonRow = {
  id: number
  email: string | null
  username: string | null
  roles: string[]
  premium_contact: string | null
  suspension_kind: SuspensionKind | null
  suspended_since: Date | null
  suspended_until: Date | null
  suspension_reason: string | null
  suspended_by_name: string | null
  operator_asked_by: number | null
  operator_asked_by_name: string | null
  operator_asked_roles: string[]
  created_at: Date
  last_seen_at: Date | null
  sessions_count: bigint
  campaigns_count: bigint
  ad_units_count: bigint
}

type Wanted = { query: string; role: string | null; offset: number; limit: number }

/** Finds accounts by ID, or by the beginning of the email address or the name. */
export async function findPeople(
  db: Database,
  { query, role, offset, limit }: Wanted
): Promise<{ rows: PersonRow[]; records: number }> {
  const id = /^[1-9]\d{0,8}$/.test(query) ? Number(query) : null
  const start = `${query.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const matches = sql`
    (${query} = '' or shared_users.id = ${id}::integer or email like ${start} or lower(username) like ${start})
    and (${role}::text is null or ${role}::text = any(roles))`
  const { rows } = await sql<PersonRow>`
    ${personColumns} where ${matches}
    order by shared_users.id desc offset ${offset} limit ${limit}`.execute(db)
  const counted = await sql<{ records: bigint }>`
    select count(*) as records from shared_users where ${matches}`.execute(db)
  return { rows, records: Number(counted.rows[0]?.records ?? 0n) }
}

export async function findPerson(db: Database | Tx, id: number): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    ${personColumns} where shared_users.id = ${id} limit 1`.execute(db)
  return rows[0]
}

const personColumns = sql`
  select shared_users.id, email, username, roles, created_at,
    operator_asked_by,
    (select name from account_names where account_names.id = operator_asked_by) as operator_asked_by_name,
    operator_asked_roles,
    suspension.kind as suspension_kind, suspension.started_at as suspended_since, suspension.until as suspended_until,
    suspension.reason as suspension_reason,
    (select name from account_names where account_names.id = suspension.started_by) as suspended_by_name,
    premium_contact, last_seen_at, sessions_count,
    (select count(*) from shared_campaigns where user_id = shared_users.id) as campaigns_count,
    (select count(*) from shared_ad_units where user_id = shared_users.id) as ad_units_count
  from shared_users
  left join frozen_accounts suspension on suspension.user_id = shared_users.id`

export type PersonMoney = { userId: number; asset: Asset; available: bigint; promotion: bigint }

export async function moneyOf(
  db: Database | Tx,
  userIds: readonly number[]
): Promise<PersonMoney[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<PersonMoney>`
    select owner_id as "userId", asset,
      coalesce(sum(balance) filter (where kind = 'available'), 0) as available,
      coalesce(sum(balance) filter (where kind = 'promotion'), 0) as promotion
    from shared_ledger_accounts where owner = 'user' and owner_id = any(${userIds}::integer[])
    group by owner_id, asset order by owner_id, asset`.execute(db)
  return rows
}
