import type { updateCampaigns as endpoint } from '@mille/api/campaigns/endpoints.ts'
import type { updateCampaignsInput } from '@mille/api/campaigns/schema.ts'
import type { CampaignState } from '@mille/api/constants.ts'
import type { AnswerOf } from '@mille/api/endpoint.ts'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { type Failure, failure, type Reply, reply } from '../http/answers/reply.ts'
import type { Call, Once } from '../http/serve.ts'
import { campaignAccount, lockBalances } from '../ledger/index.ts'
import { fundingAccounts, readTerms } from '../window-holds/index.ts'
import { type CampaignRow, lockOwnCampaign, lockOwnCampaigns } from './campaign-queries.ts'
import { changeCampaign, changePayment, countTermChange } from './change.ts'
import { archiveCampaign } from './funds.ts'

type Input = z.output<typeof updateCampaignsInput>
type Refusals = ReadonlyMap<string, Failure>

/** Counts a change of several budgets against the limit of each campaign, as if each were changed separately. */
export async function countTermChanges(call: Call<Input>): Promise<Refusals> {
  const refusals = new Map<string, Failure>()
  if (call.input.action !== 'set_daily_budget') return refusals
  for (const id of new Set(call.input.campaign_ids)) {
    const refused = await countTermChange(call, id)
    if (refused) refusals.set(id, refused)
  }
  return refusals
}

/**
 * Applies one action to several campaigns, each as in its own call. A rejected campaign does not stop the others
 * because every rejection happens before anything is written. An unexpected error rolls back all changes.
 */
export async function changeMany(
  call: Call<Input> & Once,
  refusals: Refusals
): Promise<Reply<AnswerOf<typeof endpoint>>> {
  const { context, input, user, once } = call
  const { tx } = once
  const ids = [...new Set(input.campaign_ids)]
  // All rows are locked at once in a fixed order before anything is changed, so that two such calls never deadlock.
  const campaigns = await lockOwnCampaigns(tx, user.id, ids.map(Number))
  await lockBalances(tx, moneyOf(user.id, [...campaigns.values()]))
  const data: AnswerOf<typeof endpoint>['data'] = []
  for (const id of ids) {
    const before = campaigns.get(Number(id))
    const result = before
      ? (refusals.get(id) ?? (await changeOne(tx, context, before, input)))
      : failure('not_found')
    const attributes = result.ok
      ? { ...result.value, code: null, detail: null }
      : {
          result: 'failed' as const,
          state: before?.state ?? null,
          code: result.code,
          detail: result.detail ?? null
        }
    data.push({ type: 'campaign_changes', id, attributes })
  }
  return reply({ data })
}

type Outcome =
  | { ok: true; value: { result: 'changed' | 'unchanged'; state: CampaignState } }
  | Failure

async function changeOne(
  tx: Tx,
  context: Context,
  before: CampaignRow,
  input: Input
): Promise<Outcome> {
  const { user_id: userId } = before
  switch (input.action) {
    case 'pause':
    case 'resume': {
      const state = input.action === 'pause' ? 'paused' : 'active'
      if (before.state === state) return done('unchanged', state)
      const changed = await changeCampaign(tx, context, userId, { id: String(before.id), state })
      return changed.ok ? done('changed', changed.value.state) : changed
    }
    case 'archive': {
      if (before.state === 'archived') return done('unchanged', before.state)
      const archived = await archiveCampaign(tx, context, userId, before.id)
      return archived.ok ? done('changed', 'archived') : archived
    }
    case 'set_daily_budget':
      return setDailyBudget(tx, context, before, input)
  }
}

async function setDailyBudget(
  tx: Tx,
  context: Context,
  { id, user_id: userId, state, asset, currency }: CampaignRow,
  input: Input
): Promise<Outcome> {
  if (asset !== input.asset)
    return failure('currency_differs', {
      detail: `The campaign is paid in ${asset}, and the budget is in ${input.asset}.`
    })
  // The last terms may not apply yet. All their other fields are kept.
  const last = (await readTerms(tx, [id], context.now()))(id).at(-1)
  if (!last) throw new Error(`campaign ${id} has no terms`)
  const dailyBudget = BigInt(input.daily_budget ?? 0)
  if (last.dailyBudget === dailyBudget) return done('unchanged', state)
  const payment = { id, terms: { ...last, dailyBudget }, denomination: { asset, currency } }
  const refused = await changePayment(tx, context, userId, payment)
  if (refused) return refused
  // A campaign that was out of funds may have become active again.
  const after = await lockOwnCampaign(tx, userId, id)
  return done('changed', after?.state ?? state)
}

function done(result: 'changed' | 'unchanged', state: CampaignState): Outcome {
  return { ok: true, value: { result, state } }
}

/** Returns the balances that a change of these campaigns can affect. */
export function moneyOf(userId: number, campaigns: readonly CampaignRow[]) {
  const kinds = ['available', 'held', 'promotion'] as const
  const assets = [...new Set(campaigns.map(it => it.asset))]
  return [
    ...assets.flatMap(asset => fundingAccounts({ userId, asset })),
    ...campaigns.flatMap(({ id, asset }) => kinds.map(kind => campaignAccount(id, asset, kind)))
  ]
}
