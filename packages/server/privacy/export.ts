import { sql } from 'kysely'
import { notesTable } from '../admin/index.ts'
import type { Tx } from '../db/connect.ts'

type Rows = Record<string, unknown>[]

const maxRows = 50_000
const maxPictureBytes = 32_000_000
/** Tables left out of the export: shared by all accounts, about the answers of calls, or for operators only. */
const leftOut = ['idempotency_keys', 'rate_limits', notesTable]

/**
 * Returns everything stored about an account, except the private notes of operators (decision 150). Tables are found by
 * their column `user_id`, so that later tables are included. Columns of bytes (hashes, keys and pictures) are left out,
 * except the chat's pictures, which nothing else shows once the account is deleted.
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
      select to_jsonb(users) - '{account_code_hash,unsaved_code_session,sign_up_place}'::text[] as row from users where id = ${userId}`
    ),
    creatives: await read(
      tx,
      sql`
      select to_jsonb(creatives) - 'is_sampled' as row from creatives
      join campaigns on campaigns.id = campaign_id
      where user_id = ${userId} order by creatives.id limit ${maxRows}`
    ),
    variants: await read(
      tx,
      sql`
      select to_jsonb(own) - 'user_id' as row from account_variants as own
      where user_id = ${userId} order by id limit ${maxRows}`
    ),
    unit_earnings: await read(
      tx,
      sql`
      select to_jsonb(unit_earnings) as row from unit_earnings
      where unit_id in (select id from ad_units where user_id = ${userId})
      order by id limit ${maxRows}`
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
      order by transfer limit ${maxRows}`
    )
  }
  for (const { name, bytes } of tables) {
    everything[name] = await read(
      tx,
      sql`
      select to_jsonb(own) - ${bytes}::text[] as row from ${sql.table(name)} as own
      where user_id = ${userId} limit ${maxRows}`
    )
  }
  everything.chat_pictures = await readChatPictures(tx, userId)
  return everything
}

/**
 * Reads the account's chat pictures: the newest with their bytes, as many as fit in a file; the others only with their
 * location.
 */
function readChatPictures(tx: Tx, userId: number): Promise<Rows> {
  return read(
    tx,
    sql`
    select to_jsonb(own) - '{bytes,size_so_far}'::text[] || jsonb_build_object(
      'source', '/api/v1/chat/pictures/' || id,
      'webp_base64', case when size_so_far <= ${maxPictureBytes}
        then translate(encode(bytes, 'base64'), E'\n', '') end) as row
    from (
      select *, sum(length(bytes)) over (order by id desc) as size_so_far from chat_pictures
      where user_id = ${userId} and (message_id is not null or operator_id is null)
      order by id desc limit ${maxRows}
    ) as own
    order by id`
  )
}

async function read(tx: Tx, query: ReturnType<typeof sql>): Promise<Rows> {
  const { rows } = await query.execute(tx)
  return (rows as { row: Record<string, unknown> }[]).map(it => it.row)
}
