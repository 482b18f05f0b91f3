import type { Tx } from '../../db/connect.ts'

type Exclusion = { isExcluded: boolean; userId: number; at: Date }

/**
 * Excludes a unit or ends its exclusion. An excluded unit shows nothing more, and views of what it showed are not
 * counted. Returns false if the unit does not exist.
 */
export async function setUnitExcluded(
  tx: Tx,
  unitId: number,
  { isExcluded, userId, at }: Exclusion
): Promise<boolean> {
  const unit = await tx
    .selectFrom('shared_ad_units')
    .select('id')
    .where('id', '=', unitId)
    .limit(1)
    .executeTakeFirst()
  if (!unit) return false
  if (isExcluded)
    await tx
      .insertInto('excluded_units')
      .values({ unit_id: unitId, excluded_by: userId, excluded_at: at })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  else await tx.deleteFrom('excluded_units').where('unit_id', '=', unitId).execute()
  return true
}

/**
 * Excludes a visitor, such as `2026-03-01.0123456789abcdef`, or ends the exclusion. Returns false for an invalid ID or
 * a day whose key is deleted.
 */
export async function setVisitorExcluded(
  tx: Tx,
  id: string,
  { isExcluded, userId, at }: Exclusion
): Promise<boolean> {
  const [, day, hex] = /^(\d{4}-\d\d-\d\d)\.([0-9a-f]{16})$/.exec(id) ?? []
  if (day === undefined || hex === undefined || Number.isNaN(Date.parse(day))) return false
  const key = await tx
    .selectFrom('visitor_keys')
    .select('day')
    .where('day', '=', day)
    .limit(1)
    .executeTakeFirst()
  if (!key) return false
  const visitor = Buffer.from(hex, 'hex')
  if (isExcluded)
    await tx
      .insertInto('excluded_visitors')
      .values({ day, visitor, excluded_by: userId, excluded_at: at })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  else
    await tx
      .deleteFrom('excluded_visitors')
      .where('day', '=', day)
      .where('visitor', '=', visitor)
      .execute()
  return true
}

export type VisitorOfDay = { day: string; visitor: Buffer }

export function visitorId({ day, visitor }: VisitorOfDay): string {
  return `${day}.${visitor.toString('hex')}`
}
