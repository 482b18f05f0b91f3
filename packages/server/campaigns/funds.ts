import type { fundCampaign as endpoint } from '@mille/api/campaigns/endpoints.ts'
import { decisionLifetimeMs } from '@mille/api/constants.ts'
import type { AnswerOf } from '@mille/api/endpoint.ts'
import type { Asset } from '@mille/money/amount.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { type Failure, failure, type Reply, reply } from '../http/answers/reply.ts'
import { balances, campaignAccount, lockBalances, transfer, userAccount } from '../ledger/index.ts'
import { holdWindows, releaseHolds, smallest } from '../window-holds/index.ts'
import { readUse, setCampaignState } from './activity.ts'
import { type CampaignRow, lockOwnCampaign } from './campaign-queries.ts'
import { supersedePending } from './creative-queries.ts'
import { readMoney } from './documents.ts'
import { nextState, unsettledUntil, windowEnd } from './rules.ts'
import { applyAction } from './state.ts'

type Funding = {
  userId: number
  campaignId: number
  amount: bigint
  key: string
  at: Date
  windowSeconds: number
}

/** Moves money from an account to its campaign, promotional credit first. A campaign out of funds resumes. */
export async function fundCampaign(
  tx: Tx,
  { userId, campaignId, amount, key, at, windowSeconds }: Funding
): Promise<Reply<AnswerOf<typeof endpoint>>> {
  const campaign = await lockOwnCampaign(tx, userId, campaignId)
  if (!campaign) return failure('not_found')
  if (nextState(campaign.state, 'fund', true) === null) {
    return failure('state_not_allowed', {
      detail: `A campaign that is ${campaign.state} cannot be funded.`
    })
  }
  const { asset } = campaign
  const accounts = { available: userAccount(userId, asset), promotion: promotionOf(userId, asset) }
  const moved = await moveFunding(tx, accounts, { campaignId, asset, amount, key, at })
  if (!moved.ok) return failure(moved.code, { pointer: 'amount' })
  await applyAction(tx, campaign, 'fund', { at, windowSeconds })
  await holdWindows(tx, [campaignId], { at, windowSeconds })
  const { balance } = (await readMoney(tx, [campaign]))(campaignId)
  const [available = 0n, promotion = 0n] = await balances(tx, [
    accounts.available,
    accounts.promotion
  ])
  return reply(
    {
      data: {
        type: 'campaign_fundings',
        id: String(moved.value[0]?.id),
        attributes: { amount: amount.toString(), asset }
      },
      meta: {
        campaign_balance: balance.toString(),
        available_balance: available.toString(),
        promotion_balance: promotion.toString()
      }
    },
    201
  )
}

/**
 * Moves a deposit made to a campaign's own address from the account to the campaign. Returns false if the campaign
 * cannot take it.
 */
export async function fundByDeposit(tx: Tx, deposit: Funding & { asset: Asset }): Promise<boolean> {
  const campaign = await lockOwnCampaign(tx, deposit.userId, deposit.campaignId)
  if (campaign?.asset !== deposit.asset) return false
  return (await fundCampaign(tx, deposit)).ok
}

const promotionOf = (userId: number, asset: Asset) => userAccount(userId, asset, 'promotion')

type Accounts = Record<'available' | 'promotion', ReturnType<typeof userAccount>>

/** Promotional credit moved to a campaign remains promotional: it is spent there or returned. */
async function moveFunding(
  tx: Tx,
  accounts: Accounts,
  it: Pick<Funding, 'campaignId' | 'amount' | 'key' | 'at'> & { asset: Asset }
) {
  // The balances are locked so that two campaigns funded at once cannot both spend the same promotional credit.
  const [balance = 0n] = await lockBalances(tx, [accounts.promotion, accounts.available])
  const promotion = smallest(balance, it.amount)
  const parts = [
    { kind: 'promotion' as const, amount: promotion },
    { kind: 'available' as const, amount: it.amount - promotion }
  ].filter(part => part.amount > 0n)
  return transfer(
    tx,
    parts.map(({ kind, amount }) => ({
      key: `funding:${it.campaignId}:${it.key}:${kind}`,
      kind: 'funding',
      amount,
      from: accounts[kind],
      to: campaignAccount(it.campaignId, it.asset, kind),
      subject: { type: 'campaign', id: String(it.campaignId) },
      at: it.at
    }))
  )
}

/**
 * Archives a campaign and returns its unspent money to the account and its unspent promotional credit to the promotion
 * balance. Refused while the campaign can still be charged.
 */
export async function archiveCampaign(
  tx: Tx,
  context: Context,
  userId: number,
  campaignId: number
): Promise<Reply<void>> {
  const campaign = await lockOwnCampaign(tx, userId, campaignId)
  if (!campaign) return failure('not_found')
  const refused = await refuseArchive(tx, context, campaign)
  if (refused) return refused
  const at = context.now()
  // Nothing more can be charged, so any remaining hold was left by a process that died.
  await releaseHolds(tx, campaignId, new Date(0), at)
  const kinds = ['available', 'promotion'] as const
  const accounts = kinds.map(kind => campaignAccount(campaignId, campaign.asset, kind))
  const amounts = await balances(tx, accounts)
  const refunds = kinds.flatMap((kind, index) => {
    const [from, amount = 0n] = [accounts[index], amounts[index]]
    if (!from || amount === 0n) return []
    const to = userAccount(userId, campaign.asset, kind)
    const subject = { type: 'campaign', id: String(campaignId) }
    return [{ key: `archive:${campaignId}:${kind}`, kind: 'refund', amount, from, to, subject, at }]
  })
  const moved = await transfer(tx, refunds)
  if (!moved.ok)
    throw new Error(`The balance of campaign ${campaignId} could not be given back: ${moved.code}`)
  await supersedePending(tx, campaignId)
  await setCampaignState(tx, campaignId, 'archived', at)
  return reply(undefined, 204)
}

/**
 * Refuses to archive a campaign that can still be charged. A window is charged at its end, and an impression may be
 * seen two hours after it was chosen, so the money stays until that window is settled.
 */
async function refuseArchive(
  tx: Tx,
  { config, now }: Context,
  campaign: CampaignRow
): Promise<Failure | null> {
  const use = await readUse(tx, campaign.id, now())
  const until = unsettledUntil(use, config.settlementWindowSeconds)
  if (until === 'paused_first') {
    const late = new Date(now().getTime() + decisionLifetimeMs)
    const end = windowEnd(late, config.settlementWindowSeconds).toISOString()
    return failure('state_not_allowed', {
      detail: `Pause the campaign first. It can be archived once its last impressions are charged, after ${end}.`
    })
  }
  if (nextState(campaign.state, 'archive', true) === null) {
    return failure('state_not_allowed', {
      detail: `A campaign that is ${campaign.state} cannot be archived.`
    })
  }
  if (until === null) return null
  return failure('state_not_allowed', {
    detail: `The campaign’s last impressions are charged after ${until.toISOString()}. It can be archived then.`
  })
}
