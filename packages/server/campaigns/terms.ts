import type { Tx } from '../db/connect.ts'
import {
  alignDown,
  insertTerms,
  readTerms,
  startOfDay,
  type Terms,
  termsAt
} from '../window-holds/index.ts'
import { readUse } from './activity.ts'
import type { CampaignRow, Denomination } from './campaign-queries.ts'
import { unsettledUntil, windowEnd } from './rules.ts'
import { planTerms } from './terms-rules.ts'

/** The terms a campaign begins with count for all of its first day, so that they cut no window. */
export async function insertFirstTerms(
  tx: Tx,
  campaign: Pick<CampaignRow, 'id' | 'asset'>,
  terms: Terms,
  at: Date
): Promise<void> {
  await insertTerms(tx, campaign, [{ ...terms, validFrom: startOfDay(at) }], at)
}

type Change = { terms: Terms; denomination: Denomination; at: Date; windowSeconds: number }

/** Adds what a campaign is charged by from some moment on; the campaign must be locked. */
export async function changeTerms(
  tx: Tx,
  campaign: CampaignRow,
  { terms, denomination, at, windowSeconds }: Change
): Promise<void> {
  const { id } = campaign
  const versions = (await readTerms(tx, [id], at))(id)
  const inForce = termsAt(versions, at)
  const window = alignDown(at, windowSeconds)
  const isUsed = unsettledUntil(await readUse(tx, id, at), windowSeconds) !== null
  const moments = { now: at, window, next: windowEnd(at, windowSeconds), isUsed }
  const planned =
    denomination.asset === campaign.asset
      ? planTerms(inForce, versions.at(-1) ?? inForce, terms, moments)
      : // Nothing is on it or was ever charged to it.
        [{ ...terms, validFrom: window }]
  await insertTerms(tx, { id, asset: denomination.asset }, planned, at)
}
