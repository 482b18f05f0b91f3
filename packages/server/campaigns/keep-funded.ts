import { suspendedAmong } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import {
  campaignsToFund,
  groupsOf,
  holdWindows,
  readDrawable,
  windowAt
} from '../window-holds/index.ts'
import { setCampaignState } from './activity.ts'
import { lockCampaign, selfFundingOf } from './campaign-queries.ts'
import { datesState } from './rules.ts'
import { foreseeState, runOutOfFunds } from './state.ts'

/**
 * Resumes self-funding campaigns that ran out of money once their accounts and limits allow it, and stops active ones
 * that cannot draw any. Other campaigns draw money when their window is held. Safe to run in several processes.
 */
export async function keepFunded(context: Context): Promise<void> {
  const { db, now } = context
  const look = (after: number) => campaignsToFund(db, now(), after)
  for await (const ids of groupsOf(look, groupSize)) await keepEachFunded(context, ids)
}

const groupSize = 200

/** Does the same at once for accounts that have just received money, so that their campaigns wait for no settlement. */
export async function resumeFunded(context: Context, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  const waiting = await context.db
    .selectFrom('campaigns')
    .select('id')
    .where('user_id', 'in', userIds)
    .where('auto_fund', '=', true)
    .where('state', '=', 'out_of_funds')
    .orderBy('id')
    .limit(groupSize)
    .execute()
  await keepEachFunded(
    context,
    waiting.map(it => it.id)
  )
}

async function keepEachFunded(context: Context, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    try {
      await context.db.transaction().execute(tx => keepOneFunded(tx, context, id))
    } catch (error) {
      context.log.error(
        { err: error, campaignId: id },
        'a campaign could not be funded from its account'
      )
    }
  }
}

async function keepOneFunded(tx: Tx, { now, config }: Context, id: number): Promise<void> {
  const campaign = await lockCampaign(tx, id)
  const at = now()
  const windowSeconds = config.settlementWindowSeconds
  if (!campaign?.auto_fund || datesState(campaign, at) !== 'open') return
  if ((await suspendedAmong(tx, [campaign.user_id])).size > 0) return
  const foreseen = await foreseeState(tx, campaign, ['fund'], { at, windowSeconds })
  if (!foreseen.ok || foreseen.state === campaign.state) return
  if (foreseen.state === 'active') {
    await setCampaignState(tx, id, 'active', at)
    await holdWindows(tx, [id], { at, windowSeconds })
  } else if (campaign.state === 'active') {
    const drawableOf = await readDrawable(
      tx,
      [selfFundingOf(campaign)],
      windowAt(at, windowSeconds)
    )
    // A campaign that can draw money in the next day or period resumes by itself, so its owner is not notified.
    await runOutOfFunds(tx, id, at, { isNotified: drawableOf(id).later <= 0n })
  }
}
