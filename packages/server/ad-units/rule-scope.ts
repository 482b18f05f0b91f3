import { findShownCreative } from '../campaigns/index.ts'
import type { Tx } from '../db/connect.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import { findOwnSite } from '../sites/index.ts'
import { findOwnAdUnit } from './queries.ts'

type Named = { creative_id: string | null; site_id: string | null; ad_unit_id: string | null }

/** Returns an error if a publisher's rule names an ad that is not shown, or a site or ad unit of another account. */
export async function namesProblem(
  tx: Tx,
  userId: number,
  { creative_id, site_id, ad_unit_id }: Named
): Promise<Failure | null> {
  const invalid = (pointer: string, detail: string) => failure('invalid', { pointer, detail })
  if (creative_id !== null && !(await findShownCreative(tx, Number(creative_id))))
    return invalid('creative_id', 'is not an ad that is shown')
  if (site_id !== null && !(await findOwnSite(tx, userId, Number(site_id))))
    return invalid('site_id', 'is not one of your sites')
  if (ad_unit_id !== null && !(await findOwnAdUnit(tx, userId, Number(ad_unit_id))))
    return invalid('ad_unit_id', 'is not one of your ad units')
  return null
}

export const idOrNull = (id: string | null) => (id === null ? null : Number(id))
export const textOrNull = (id: number | null) => (id === null ? null : String(id))
