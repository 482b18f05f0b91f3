import { sql } from 'kysely'
import type { Database, Tx } from '../../db/connect.ts'
import { chainKinds } from '../chains.ts'

/**
 * On chains whose node does not remember which addresses were given out, indexes continue from the number of seconds
 * since this moment. Otherwise two restores of the same backup could give out the same addresses.
 */
const firstMoment = '2026-01-01T00:00:00Z'
/**
 * Minimum number of addresses to skip after a restore, in addition to the number estimated from the rate before the
 * backup.
 */
const minimumGap = 1_000

/** Adds a row for each chain that the code knows, since the books of a chain refer to it. */
export async function addChains(db: Database | Tx): Promise<void> {
  const names = chainKinds.map(it => it.name)
  await sql`
    insert into chains (name) select unnest(${names}::text[]) on conflict do nothing`.execute(db)
}

/**
 * Marks the database as restored: payments and addresses since the backup are in no table. Payouts stop until an
 * operator has checked, and addresses that may have been given out are skipped. The caller's transaction makes sure
 * that no server starts without this.
 */
export async function markRestored(tx: Tx, at: string, now: Date): Promise<void> {
  // A chain that was connected after the backup may have had payments, too.
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
