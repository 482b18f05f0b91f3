import { createHmac } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { addressBlock, isInside } from '../http/callers/client-address.ts'

const placeBytes = 8

/**
 * Returns a pseudonym, valid for one day in UTC, of the network neighborhood (/24 or /48) in which an account is
 * created. All accounts created there on that day have the same one. Null if the address reveals nothing. The key of
 * the day is created with the first account. Once it is destroyed, the neighborhood can no longer be determined.
 */
export async function nameSignUpPlace(
  tx: Tx,
  { now, randomBytes }: Pick<Context, 'now' | 'randomBytes'>,
  address: string
): Promise<Buffer | null> {
  if (isInside(address)) return null
  const day = dayOf(now())
  await tx
    .insertInto('sign_up_keys')
    .values({ day, key: randomBytes(32) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { key } = await tx
    .selectFrom('sign_up_keys')
    .select('key')
    .where('day', '=', day)
    .limit(1)
    .executeTakeFirstOrThrow()
  return createHmac('sha256', key).update(addressBlock(address)).digest().subarray(0, placeBytes)
}

/** Deletes the keys of past days. */
export async function forgetSignUpKeys(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('sign_up_keys').where('day', '<', dayOf(now)).execute()
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
