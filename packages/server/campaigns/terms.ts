import type { Tx } from '../db/connect.ts'
import {
  alignDown,
  type DrawTerms,
  type HoldClock,
  insertTerms,
  readTerms,
  startOfDay,
  type Terms,
  termsAt
} from '../window-holds/index.ts'
import { readUse } from './activity.ts'
import type { CampaignRow, Denomination } from './campaign-queries.ts'
import { unsettledUntil, windowEnd } from './rules.ts'
import { planDrawTerms, planTerms } from './terms-rules.ts'

/** Adds a new campaign's first terms. They apply to the whole of its first day, so that they split no window. */
export async function insertFirstTerms(
  tx: Tx,
  campaign: Pick<CampaignRow, 'id' | 'asset'>,
  terms: Terms & DrawTerms,
  at: Date
): Promise<void> {
  await insertTerms(tx, campaign, [{ ...terms, validFrom: startOfDay(at) }], at)
}

type Change = { terms: Terms; denomination: Denomination; at: Date; windowSeconds: number }

/** Adds new terms from the moment when they take effect; the campaign must be locked. */
export async function changeTerms(
  tx: Tx,
  campaign: CampaignRow,
  { terms, denomination, at, windowSeconds }: Change
): Promise<void> {
  const { id } = campaign
  const { inForce, last, moments } = await readPlan(tx, id, { at, windowSeconds })
  const planned =
    denomination.asset === campaign.asset
      ? planTerms(inForce, last, terms, moments)
      : // A campaign that changes its asset has no money and was never charged.
        [{ ...terms, validFrom: moments.window }]
  // The terms in force and all later ones have the same terms of the draw.
  const { schedule, siteSharePercent } = last
  const versions = planned.map(it => ({ ...it, schedule, siteSharePercent }))
  await insertTerms(tx, { id, asset: denomination.asset }, versions, at)
}

/** Changes what the draw obeys and no other terms; the campaign must be locked. */
export async function changeDrawTerms(
  tx: Tx,
  { id, asset }: Pick<CampaignRow, 'id' | 'asset'>,
  changes: Partial<DrawTerms>,
  clock: HoldClock
): Promise<void> {
  const { inForce, last, moments } = await readPlan(tx, id, clock)
  const { schedule, siteSharePercent } = last
  const wanted = { schedule, siteSharePercent, ...changes }
  await insertTerms(tx, { id, asset }, planDrawTerms(inForce, last, wanted, moments), clock.at)
}

async function readPlan(tx: Tx, id: number, { at, windowSeconds }: HoldClock) {
  const versions = (await readTerms(tx, [id], at))(id)
  const inForce = termsAt(versions, at)
  const window = alignDown(at, windowSeconds)
  const isUsed = unsettledUntil(await readUse(tx, id, at), windowSeconds) !== null
  const moments = { now: at, window, next: windowEnd(at, windowSeconds), isUsed }
  return { inForce, last: versions.at(-1) ?? inForce, moments }
}
