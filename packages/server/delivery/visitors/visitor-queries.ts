import type { Tx } from '../../db/connect.ts'

/** Deletes what is left of the visitors of earlier days: the keys, and which visitors were excluded. */
export async function forgetVisitorsBefore(tx: Tx, day: string): Promise<void> {
  await tx.deleteFrom('visitor_keys').where('day', '<', day).execute()
  await tx.deleteFrom('excluded_visitors').where('day', '<', day).execute()
}

/** Returns the key of a day, which is the proposed one if no key exists yet. */
export async function ensureVisitorKey(tx: Tx, day: string, proposed: Buffer): Promise<Buffer> {
  await tx
    .insertInto('visitor_keys')
    .values({ day, key: proposed })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('visitor_keys')
    .select('key')
    .where('day', '=', day)
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.key
}
