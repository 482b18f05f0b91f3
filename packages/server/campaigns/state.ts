import type { CampaignState } from '@mille/api/constants.ts'
import type { Tx } from '../db/connect.ts'
import { notify } from '../notifications/outbox.ts'
import {
  type HoldClock,
  readDrawable,
  readTerms,
  termsAt,
  windowAt
} from '../window-holds/index.ts'
import { setCampaignState } from './activity.ts'
import {
  type CampaignRow,
  findOwnCampaign,
  lockCampaign,
  selfFundingOf,
  titleOfCampaign
} from './campaign-queries.ts'
import { readMoney } from './documents.ts'
import { type CampaignAction, isFunded, leastOf, nextState } from './rules.ts'

/**
 * Returns the state after a sequence of actions, counting the campaign's money and what it could draw from its account,
 * or the first action that is refused.
 */
export async function foreseeState(
  tx: Tx,
  campaign: CampaignRow,
  actions: readonly CampaignAction[],
  { at, windowSeconds }: HoldClock
): Promise<
  { ok: true; state: CampaignState } | { ok: false; refused: CampaignAction; state: CampaignState }
> {
  const moneyOf = await readMoney(tx, [campaign])
  const terms = termsAt((await readTerms(tx, [campaign.id], at))(campaign.id), at)
  const window = windowAt(at, windowSeconds)
  const drawable = (await readDrawable(tx, [selfFundingOf(campaign)], window))(campaign.id)
  const { balance, spent } = moneyOf(campaign.id)
  const funded = isFunded({
    balance: balance + drawable.now,
    spent,
    totalBudget: terms.totalBudget,
    least: campaign.auto_fund ? leastOf(terms) : 1n
  })
  let { state } = campaign
  for (const action of actions) {
    const next = nextState(state, action, funded)
    if (next === null) return { ok: false, refused: action, state }
    state = next
  }
  return { ok: true, state }
}

/** Applies an action to a locked campaign; returns null if the campaign's state does not allow it. */
export async function applyAction(
  tx: Tx,
  campaign: CampaignRow,
  action: CampaignAction,
  clock: HoldClock
): Promise<CampaignState | null> {
  const foreseen = await foreseeState(tx, campaign, [action], clock)
  if (!foreseen.ok) return null
  await setCampaignState(tx, campaign.id, foreseen.state, clock.at)
  return foreseen.state
}

/** Applies actions in order to a locked campaign. Returns false, and does nothing, if its state does not allow them. */
export async function applyActions(
  tx: Tx,
  campaign: CampaignRow,
  actions: readonly CampaignAction[],
  clock: HoldClock
): Promise<boolean> {
  const foreseen = await foreseeState(tx, campaign, actions, clock)
  if (foreseen.ok && actions.length > 0)
    await setCampaignState(tx, campaign.id, foreseen.state, clock.at)
  return foreseen.ok
}

/**
 * Stops a campaign that has run out of money, for settlement. It locks the campaign: take that lock before the locks of
 * ledger accounts, as every change of a campaign does, or two transactions may deadlock.
 */
export async function runOutOfFunds(
  tx: Tx,
  campaignId: number,
  at: Date,
  { isNotified }: { isNotified: boolean } = { isNotified: true }
): Promise<void> {
  const campaign = await lockCampaign(tx, campaignId)
  if (campaign?.state !== 'active') return
  await setCampaignState(tx, campaignId, 'out_of_funds', at)
  if (!isNotified) return
  await notify(tx, {
    kind: 'campaign_out_of_funds',
    data: { campaignId, name: await titleOfCampaign(tx, campaign.id) },
    userId: campaign.user_id,
    event: `campaign ${campaignId} out of funds ${at.toISOString()}`,
    at
  })
}

/** Notifies a campaign's owner, at most once a day, that its money lasts for less than a day. */
export async function notifyOfLowFunds(
  tx: Tx,
  { id, userId }: { id: number; userId: number },
  at: Date
): Promise<void> {
  const campaign = await findOwnCampaign(tx, userId, id)
  if (!campaign) return
  await notify(tx, {
    kind: 'campaign_low_funds',
    data: { campaignId: id, name: await titleOfCampaign(tx, campaign.id) },
    userId,
    event: `campaign ${id} low on funds ${at.toISOString().slice(0, 10)}`,
    at
  })
}
