import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import { chainKinds } from '../chains.ts'

/**
 * Where no node remembers how far addresses were given out, indexes continue from the number of seconds since this
 * moment: otherwise two restores of the same backup, with addresses given out between them, would give out the same
 * ones.
 */
const firstMoment = '2026-01-01T00:00:00Z'
/** More than so many addresses beyond those that the rate before the backup lets expect. */
const minimumGap = 1_000

/** Gives each chain that the code knows its row, which the books of a chain refer to. */
export async function addChains(db: Database | Tx): Promise<void> {
  const names = chainKinds.map(it => it.name)
  await sql`
    insert into chains (name) select unnest(${names}::text[]) on conflict do nothing`.execute(db)
}

/**
 * What was paid and given out since the backup is in no table. Until an operator has looked nothing is paid out, and the
 * addresses that may have been given out are passed over: in the same transaction, so that no server ever starts without.
 */
export async function markRestored(tx: Tx, at: string, now: Date): Promise<void> {
  // A chain that was connected after the backup has been paid on, too.
  await addChains(tx)
  const forgetful = chainKinds.filter(it => !it.nodeKnowsAddresses).map(it => it.name)
  await sql`
    with since as (
      select greatest(extract(epoch from ${now}::timestamptz - ${at}::timestamptz) / 86400, 0) as days
    ), given as (
      select count(*) / 7.0 as a_day from deposit_addresses
      where created_at > ${at}::timestamptz - interval '7 days'
    ), marked as (
      insert into restores (backup_at, restored_at, gap)
      select ${at}::timestamptz, ${now}::timestamptz, ${minimumGap}::integer + ceil(10 * days * a_day)::integer
      from since, given
      returning id, gap
    ), searched as (
      insert into chain_searches (restore_id, chain, read_hash, read_height, first_index)
      select id, name, read_hash, read_height, next_index from marked, chains
    )
    update chains set next_index = greatest(next_index + gap, case when name = any(${forgetful}::text[])
      then extract(epoch from ${now}::timestamptz - ${firstMoment}::timestamptz)::integer end)
    from marked`.execute(tx)
}
