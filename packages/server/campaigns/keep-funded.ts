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
 * Resumes the campaigns that ran out of money and fund themselves, as soon as their accounts and limits allow that, and stops
 * those that run and find nothing. The others take what they need when their period is held. Any number of processes may.
 */
export async function keepFunded(context: Context): Promise<void> {
  const { db, now, log } = context
  const look = (after: number) => campaignsToFund(db, now(), after)
  for await (const ids of groupsOf(look, groupSize)) {
    for (const id of ids) {
      try {
        await db.transaction().execute(tx => keepOneFunded(tx, context, id))
      } catch (error) {
        log.error({ err: error, campaignId: id }, 'a campaign could not be funded from its account')
      }
    }
  }
}

const groupSize = 200

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
    // It continues by itself with the next day or period: there is nothing for its owner to do.
    await runOutOfFunds(tx, id, at, { isNotified: drawableOf(id).later <= 0n })
  }
}
