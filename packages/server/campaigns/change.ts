import type * as schema from '@mille/api/campaigns/schema.ts'
import { currencies } from '@mille/money/amount.ts'
import type { z } from 'zod'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Call } from '../http/serve.ts'
import { lockBalances } from '../ledger/index.ts'
import { isPublicHost } from '../sites/index.ts'
import { fundingAccounts, holdWindows, releaseHolds, type Terms } from '../window-holds/index.ts'
import { setCampaignState } from './activity.ts'
import { holdOwnBanners } from './banner-queries.ts'
import {
  type CampaignRow,
  type Denomination,
  labelNames,
  labelsOf,
  lockOwnCampaign,
  updateDenomination,
  writeLabels
} from './campaign-queries.ts'
import { type Content, insertCreative } from './creative-queries.ts'
import { readDates, writeDates } from './dates.ts'
import { readMoney } from './documents.ts'
import { findDrawTerm, readDrawTerms } from './draw-terms.ts'
import { readEdit } from './edit.ts'
import { readLimit } from './rules.ts'
import { planSelection, writeSelection } from './selection.ts'
import { fundedByHand, readSelfFunding, writeSelfFunding } from './self-funding.ts'
import { applyAction, foreseeState } from './state.ts'
import { changeDrawTerms, changeTerms } from './terms.ts'
import { approveIfTrusted } from './trust.ts'
import { readVisitors, writeVisitors } from './visitors.ts'

type Changed = { ok: true; value: CampaignRow } | Failure

/** Changes a campaign in the ways that its owner may. Every rejection happens before anything is written. */
export async function changeCampaign(
  tx: Tx,
  context: Context,
  userId: number,
  input: z.output<typeof schema.updateCampaignInput>
): Promise<Changed> {
  const campaign = await lockOwnCampaign(tx, userId, Number(input.id))
  if (!campaign) return failure('not_found')
  const misled = checkLink(input.creative_link, context.config)
  if (misled) return misled
  const { actions, edit } = await readEdit(tx, campaign, input)
  const at = context.now()
  const { settlementWindowSeconds: windowSeconds } = context.config
  const dates = readDates(input, campaign, at)
  if (!dates.ok) return dates
  const selfFunding = readSelfFunding(input, campaign)
  // A campaign that ran out of funds becomes active again if automatic funding is switched on and the account has
  // money.
  if (selfFunding.auto_fund && campaign.state === 'out_of_funds') actions.push('fund')
  const funded = { ...campaign, ...selfFunding }
  const foreseen = await foreseeState(tx, funded, actions, { at, windowSeconds })
  if (!foreseen.ok) {
    const detail = `A campaign that is ${words(foreseen.state)} does not allow this: ${words(foreseen.refused)}.`
    return failure('state_not_allowed', { pointer: 'state', detail })
  }
  if (actions.includes('resume') && foreseen.state !== 'active') {
    return failure('insufficient_funds', {
      pointer: 'state',
      detail: 'There is nothing left to spend. Fund the campaign, or raise its total budget.'
    })
  }
  const drawTerm = findDrawTerm(input)
  if (drawTerm && campaign.state === 'archived')
    return failure('state_not_allowed', { pointer: drawTerm, detail: archivedDetail })
  const selection = await planSelection(tx, campaign.id, input)
  if (!selection.ok) return selection
  const submitted: number[] = []
  if (edit) {
    const refused = await checkPictures(tx, userId, edit.content)
    if (refused) return refused
    submitted.push(await insertCreative(tx, edit.current, edit.content, at))
  }
  const labels = labelsOf(campaign, input)
  if (labelNames.some(name => labels[name] !== campaign[name]))
    await writeLabels(tx, campaign.id, labels)
  await writeDates(tx, campaign, dates.value)
  const visitors = readVisitors(input, campaign)
  await writeVisitors(tx, campaign, visitors)
  await writeSelfFunding(tx, campaign, selfFunding)
  await writeSelection(tx, campaign.id, selection)
  if (drawTerm) {
    const changes = await readDrawTerms(tx, userId, input)
    await changeDrawTerms(tx, campaign, changes, { at, windowSeconds })
    await releaseHolds(tx, campaign.id, at, at)
  }
  await setCampaignState(tx, campaign.id, foreseen.state, at)
  await holdWindows(tx, [campaign.id], { at, windowSeconds })
  const changed = {
    ...{ ...campaign, ...dates.value, ...visitors, ...labels, ...selfFunding },
    state: (await approveIfTrusted(tx, context, campaign.id, submitted)) ?? foreseen.state
  }
  return { ok: true, value: changed }
}

type Payment = { id: number; terms: Terms; denomination: Denomination }

/** Changes how a campaign is charged. Every rejection happens before anything is written. */
export async function changePayment(
  tx: Tx,
  context: Context,
  userId: number,
  { id, terms, denomination }: Payment
): Promise<Failure | null> {
  const campaign = await lockOwnCampaign(tx, userId, id)
  if (!campaign) return failure('not_found')
  const { balance, spent } = (await readMoney(tx, [campaign]))(campaign.id)
  if (denomination.asset !== campaign.asset && (balance > 0n || spent > 0n)) {
    return failure('currency_fixed', {
      pointer: 'currency',
      detail: `The campaign has received or spent ${campaign.asset}.`
    })
  }
  if (campaign.state === 'archived') return failure('state_not_allowed', { detail: archivedDetail })
  const at = context.now()
  const windowSeconds = context.config.settlementWindowSeconds
  await changeTerms(tx, campaign, { terms, denomination, at, windowSeconds })
  await updateDenomination(tx, campaign.id, denomination)
  // Self-funding limits are dropped with a change of asset, because their amounts would mean other sums.
  const selfFunding = denomination.asset === campaign.asset ? campaign : fundedByHand
  await writeSelfFunding(tx, campaign, selfFunding)
  // The account's balances are always locked before the campaign's, so that transactions cannot deadlock.
  if (campaign.auto_fund) await lockBalances(tx, fundingAccounts({ userId, asset: campaign.asset }))
  // A higher total budget lets a campaign that ran out of money resume.
  await applyAction(tx, { ...campaign, ...denomination, ...selfFunding }, 'reprice', {
    at,
    windowSeconds
  })
  // The hold for the current window is recalculated from the terms that now apply.
  await releaseHolds(tx, campaign.id, at, at)
  await holdWindows(tx, [campaign.id], { at, windowSeconds })
  return null
}

const archivedDetail = 'An archived campaign cannot be changed.'

type TermChange = Pick<Call<unknown>, 'user' | 'limits'>

/**
 * Counts a change of terms against the hourly limit, because each change adds a version and splits the current window.
 * A dry run only checks the limit.
 */
export async function countTermChange(
  { user, limits }: TermChange,
  campaignId: string,
  isDryRun = false
): Promise<Failure | null> {
  const subject = `user ${user.id} campaign ${campaignId}`
  const allowed = await limits[isDryRun ? 'check' : 'consume'](limitNames.termChanges, subject)
  if (allowed.ok) return null
  const { retryAfterSeconds } = allowed
  const detail = `You can change how a campaign is charged ${limitNames.termChanges.points} times per hour.`
  return failure('too_many_requests', { retryAfterSeconds, detail })
}

/** Checks a creative that is to be reviewed: its link, and whether its pictures are the account's own. */
export async function checkContent(
  tx: Tx,
  config: Pick<Config, 'allowPrivateHosts'>,
  userId: number,
  content: Content
): Promise<Failure | null> {
  return checkLink(content.creative_link, config) ?? checkPictures(tx, userId, content)
}

/** Rejects a link to a private host, unless private hosts are allowed for trying out the product. */
function checkLink(
  link: string | undefined,
  { allowPrivateHosts }: Pick<Config, 'allowPrivateHosts'>
): Failure | null {
  if (link === undefined || allowPrivateHosts || isPublicHost(new URL(link))) return null
  const detail = 'leads to a private address: use one that is publicly reachable'
  return failure('invalid', { pointer: 'creative_link', detail })
}

async function checkPictures(tx: Tx, userId: number, content: Content): Promise<Failure | null> {
  if (content.banners_only && content.banner_ids.length === 0) {
    return failure('invalid', {
      pointer: 'banner_ids',
      detail: 'At least one banner is required if only banners are shown.'
    })
  }
  const areOwn = await holdOwnBanners(tx, userId, content.banner_ids)
  if (!areOwn) return failure('banner_unknown', { pointer: 'banner_ids' })
  for (const kind of ['logo', 'illustration'] as const) {
    const id = content[`advert_${kind}`]
    if (id !== null && !(await holdOwnBanners(tx, userId, [id], kind)))
      return failure('banner_unknown', { pointer: `advert_${kind}` })
  }
  return null
}

type PriceInput = Pick<
  z.output<typeof schema.updatePaymentModelInput>,
  'currency' | 'traffic_type' | 'daily_budget' | 'max_cpm' | 'total_budget'
>

export function denominationOf({ currency }: PriceInput): Denomination {
  return { currency, asset: currencies[currency].asset }
}

export function termsOf(input: PriceInput): Terms {
  return {
    trafficType: input.traffic_type,
    dailyBudget: BigInt(input.daily_budget),
    maxCpm: readLimit(input.max_cpm),
    totalBudget: readLimit(input.total_budget)
  }
}

function words(name: string): string {
  return name.replaceAll('_', ' ')
}
