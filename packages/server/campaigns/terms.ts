import type { Tx } from '../db/connect.ts'
import {
  alignDown,
  type HoldClock,
  insertTerms,
  readTerms,
  type Schedule,
  startOfDay,
  type Terms,
  termsAt
} from '../window-holds/index.ts'
import { readUse } from './activity.ts'
import type { CampaignRow, Denomination } from './campaign-queries.ts'
import { unsettledUntil, windowEnd } from './rules.ts'
import { planHours, planTerms } from './terms-rules.ts'

/** The terms a campaign begins with count for all of its first day, so that they cut no window. */
export async function insertFirstTerms(
  tx: Tx,
  campaign: Pick<CampaignRow, 'id' | 'asset'>,
  terms: Terms & { schedule: Schedule | null },
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
  const { inForce, last, moments } = await readPlan(tx, id, { at, windowSeconds })
  const planned =
    denomination.asset === campaign.asset
      ? planTerms(inForce, last, terms, moments)
      : // Nothing is on it or was ever charged to it.
        [{ ...terms, validFrom: moments.window }]
  // All that is in force or coming has the same hours.
  const { schedule } = last
  const versions = planned.map(it => ({ ...it, schedule }))
  await insertTerms(tx, { id, asset: denomination.asset }, versions, at)
}

/** Changes the hours in which a campaign is shown, and nothing else of its terms; the campaign must be locked. */
export async function changeHours(
  tx: Tx,
  { id, asset }: Pick<CampaignRow, 'id' | 'asset'>,
  schedule: Schedule | null,
  clock: HoldClock
): Promise<void> {
  const { inForce, last, moments } = await readPlan(tx, id, clock)
  await insertTerms(tx, { id, asset }, planHours(inForce, last, schedule, moments), clock.at)
}

async function readPlan(tx: Tx, id: number, { at, windowSeconds }: HoldClock) {
  const versions = (await readTerms(tx, [id], at))(id)
  const inForce = termsAt(versions, at)
  const window = alignDown(at, windowSeconds)
  const isUsed = unsettledUntil(await readUse(tx, id, at), windowSeconds) !== null
  const moments = { now: at, window, next: windowEnd(at, windowSeconds), isUsed }
  return { inForce, last: versions.at(-1) ?? inForce, moments }
}
