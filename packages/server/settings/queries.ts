import type { SettingName } from '@mille/api/settings/endpoints.ts'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../db/connect.ts'
import type { Check } from '../ledger/index.ts'
import { definitions } from './rules.ts'

/**
 * Returns a setting's value at a given time. It is read on each use, so that every node has it from the commit on;
 * nothing that is called a thousand times per second needs a setting.
 */
export async function readSetting(
  db: Database | Tx,
  config: Config,
  name: SettingName,
  at: Date
): Promise<bigint> {
  return (await readValue(db, name, at)) ?? definitions[name].initial(config)
}

/** Returns the configuration with the withdrawal limits in effect at that time. */
export async function withWithdrawalLimits(
  db: Database | Tx,
  config: Config,
  at: Date
): Promise<Config> {
  const read = (name: SettingName) => readSetting(db, config, name, at)
  const withdrawals = {
    ...config.payments.withdrawals,
    dailyLimit: {
      BTC: await read('withdrawal_daily_btc'),
      USD: await read('withdrawal_daily_usd')
    },
    approvalAbove: {
      BTC: await read('withdrawal_approval_btc'),
      USD: await read('withdrawal_approval_usd')
    }
  }
  return { ...config, payments: { ...config.payments, withdrawals } }
}

export type OfferedKind = 'banner_size' | 'category'

/** Whether new items may have that size or category. */
export async function isOffered(
  db: Database | Tx,
  kind: OfferedKind,
  id: string | number
): Promise<boolean> {
  return (await readNotOffered(db)).has(`${kind}:${id}`) === false
}

/** Returns the excluded sizes and categories, such as `banner_size:300x250` and `category:102`. */
export async function readNotOffered(db: Database | Tx): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select distinct on (name) name, value from setting_changes where name like '%:%' order by name, id desc
    ) as latest where value = 0 limit 1000`.execute(db)
  return new Set(rows.map(row => row.name))
}

async function readValue(db: Database | Tx, name: string, at: Date): Promise<bigint | null> {
  const row = await db
    .selectFrom('setting_changes')
    .select('value')
    .where('name', '=', name)
    .where('valid_from', '<=', at)
    // The last change in effect by then counts: a later change overrides an earlier one that was to take effect later.
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.value ?? null
}

type ChangeRow = { value: bigint; valid_from: Date; changed_at: Date; changed_by: string }

/** Returns the latest change, whether or not it is in effect yet. */
export async function latestChange(db: Database | Tx, name: string): Promise<ChangeRow | null> {
  const { rows } = await sql<ChangeRow>`
    select value, valid_from, changed_at, coalesce(operator.name, operator.id::text) as changed_by
    from setting_changes join account_names operator on operator.id = changed_by
    where setting_changes.name = ${name} order by setting_changes.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

type NewChange = { name: string; value: bigint; validFrom: Date; userId: number; at: Date }

export async function insertChange(tx: Tx, change: NewChange): Promise<void> {
  await tx
    .insertInto('setting_changes')
    .values({
      name: change.name,
      value: change.value,
      valid_from: change.validFrom,
      changed_by: change.userId,
      changed_at: change.at
    })
    .execute()
}

/** Counts the items of each size and category, by `banner_size:300x250` and `category:102`. */
export async function countUses(db: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; uses: bigint }>`
    select 'banner_size:' || size as id, count(*) as uses from (
      select size from shared_banners union all select size from shared_ad_units where state = 'active'
    ) as sized group by size
    union all
    select 'category:' || category_id, count(*) from shared_site_categories group by category_id`.execute(
    db
  )
  return new Map(rows.map(row => [row.id, Number(row.uses)]))
}

/** Checks that no change took effect before it was made. */
export const settingChecks: Check[] = [
  sql`
    select format('%s was set to %s at %s, and counts since %s', name, value, changed_at, valid_from) as problem
    from setting_changes where valid_from < changed_at order by id`
]
