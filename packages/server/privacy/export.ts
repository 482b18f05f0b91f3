import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'

type Rows = Record<string, unknown>[]

const mostRows = 50_000
/** Shared between everybody, or about what a call answered. */
const leftOut = ['idempotency_keys', 'rate_limits']

/**
 * Everything that is kept about an account. Tables are found by their column `user_id`, so that one that is added later is
 * in it too; bytes are left out, which are hashes, keys and pictures.
 */
export async function readEverything(tx: Tx, userId: number): Promise<Record<string, Rows>> {
  const { rows: tables } = await sql<{ name: string; bytes: string[] }>`
    select relname as name,
      array(select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped
          and atttypid in ('bytea'::regtype, 'tsvector'::regtype)) as bytes
    from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and not relname = any(${leftOut})
      and exists (select from pg_attribute
        where attrelid = pg_class.oid and attname = 'user_id' and not attisdropped)
    order by relname`.execute(tx)
  const everything: Record<string, Rows> = {
    users: await read(
      tx,
      sql`
      select to_jsonb(users) - 'account_code_hash' as row from users where id = ${userId}`
    ),
    creatives: await read(
      tx,
      sql`
      select to_jsonb(creatives) as row from creatives
      join campaigns on campaigns.id = campaign_id
      where user_id = ${userId} order by creatives.id limit ${mostRows}`
    ),
    ledger_entries: await read(
      tx,
      sql`
      select to_jsonb(ledger_entries) || jsonb_build_object('at', at, 'kind', ledger_transfers.kind, 'asset', asset) as row
      from ledger_entries join ledger_transfers on ledger_transfers.id = transfer
      where account in (
        select id from ledger_accounts
        where owner = 'user' and owner_id = ${userId}
          or owner = 'campaign' and owner_id in (select id from campaigns where user_id = ${userId})
          or owner = 'ad_unit' and owner_id in (select id from ad_units where user_id = ${userId}))
      order by transfer limit ${mostRows}`
    )
  }
  for (const { name, bytes } of tables) {
    everything[name] = await read(
      tx,
      sql`
      select to_jsonb(own) - ${bytes}::text[] as row from ${sql.table(name)} as own
      where user_id = ${userId} limit ${mostRows}`
    )
  }
  return everything
}

async function read(tx: Tx, query: ReturnType<typeof sql>): Promise<Rows> {
  const { rows } = await query.execute(tx)
  return (rows as { row: Record<string, unknown> }[]).map(it => it.row)
}
