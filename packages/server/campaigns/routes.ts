import * as endpoints from '@mille/api/campaigns/endpoints.ts'
import * as schema from '@mille/api/campaigns/schema.ts'
import type { AnswerOf } from '@mille/api/endpoint.ts'
import { currencies } from '@mille/money/amount.ts'
import type { z } from 'zod'
import type { Config } from '../config.ts'
import { claimCoupon, isGift, redeemCoupon } from '../coupons/index.ts'
import type { Tx } from '../db/connect.ts'
import { type Failure, failure, type Reply, reply, unlessRefused } from '../http/answers/reply.ts'
import { addressBlock } from '../http/callers/client-address.ts'
import { countWithCaptcha } from '../http/limits/ask-captcha.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Call, Once, Serve } from '../http/serve.ts'
import { lockBalances } from '../ledger/index.ts'
import { readSetting } from '../settings/index.ts'
import { isPublicHost } from '../sites/index.ts'
import { fundingAccounts, holdWindows, releaseHolds, type Terms } from '../window-holds/index.ts'
import { setCampaignState } from './activity.ts'
import { holdOwnBanners } from './banner-queries.ts'
import { bannerRoutes } from './banner-routes.ts'
import {
  type Denomination,
  findOwnCampaign,
  insertCampaign,
  labelNames,
  labelsOf,
  listOwnCampaigns,
  lockOwnCampaign,
  updateDenomination,
  writeLabels
} from './campaign-queries.ts'
import { type Content, insertCreative } from './creative-queries.ts'
import { noDates, readDates, writeDates } from './dates.ts'
import { campaignDocument, campaignResources, readMoney } from './documents.ts'
import { readEdit } from './edit.ts'
import { archiveCampaign, fundCampaign } from './funds.ts'
import { readHours } from './hours.ts'
import { readLimit } from './rules.ts'
import { planSelection, writeSelection } from './selection.ts'
import { fundedByHand, readSelfFunding, writeSelfFunding } from './self-funding.ts'
import { applyAction, foreseeState } from './state.ts'
import { changeHours, changeTerms, insertFirstTerms } from './terms.ts'
import { trafficSourceRoutes } from './traffic-source-routes.ts'
import { allVisitors, readVisitors, writeVisitors } from './visitors.ts'

export function campaignRoutes(serve: Serve): void {
  bannerRoutes(serve)
  trafficSourceRoutes(serve)

  serve(endpoints.listCampaigns, schema.listInput, async ({ context, input, user }) => {
    const { rows, records } = await listOwnCampaigns(
      context.db,
      user.id,
      input['page[offset]'],
      input['page[limit]']
    )
    return reply({
      ...(await campaignResources(context.db, rows, context.now())),
      meta: { pagination: { records } }
    })
  })

  serve(endpoints.readCampaign, schema.campaignInput, async ({ context, input, user }) => {
    const campaign = await findOwnCampaign(context.db, user.id, Number(input.id))
    return campaign
      ? reply(await campaignDocument(context.db, campaign, context.now()))
      : failure('not_found')
  })

  serve(endpoints.createCampaign, schema.createCampaignInput, createCampaign, countCreation)

  serve(endpoints.updateCampaign, schema.updateCampaignInput, updateCampaign, async call =>
    unlessRefused(call.input.hours === undefined ? null : await countTermChange(call))
  )

  serve(endpoints.updatePaymentModel, schema.updatePaymentModelInput, updatePaymentModel)

  serve(endpoints.fundCampaign, schema.fundCampaignInput, call => {
    const { context, input, user } = call
    const { tx, key } = call.once
    return fundCampaign(tx, {
      userId: user.id,
      campaignId: Number(input.id),
      amount: BigInt(input.amount),
      key,
      at: context.now(),
      windowSeconds: context.config.settlementWindowSeconds
    })
  })

  serve(endpoints.archiveCampaign, schema.campaignInput, call => {
    const { context, input, user } = call
    return archiveCampaign(call.once.tx, context, user.id, Number(input.id))
  })
}

async function updatePaymentModel(
  call: Call<z.output<typeof schema.updatePaymentModelInput>>
): Promise<Reply<AnswerOf<typeof endpoints.updatePaymentModel>>> {
  const { context, input, user } = call
  const refused = await countTermChange(call)
  if (refused) return refused
  return context.db.transaction().execute(async tx => {
    const campaign = await lockOwnCampaign(tx, user.id, Number(input.id))
    if (!campaign) return failure('not_found')
    const denomination = denominationOf(input)
    const { balance, spent } = (await readMoney(tx, [campaign]))(campaign.id)
    if (denomination.asset !== campaign.asset && (balance > 0n || spent > 0n)) {
      return failure('currency_fixed', {
        pointer: 'currency',
        detail: `The campaign has received or spent ${campaign.asset}.`
      })
    }
    if (campaign.state === 'archived')
      return failure('state_not_allowed', { detail: archivedDetail })
    const at = context.now()
    const windowSeconds = context.config.settlementWindowSeconds
    const terms = termsOf(input)
    await changeTerms(tx, campaign, { terms, denomination, at, windowSeconds })
    await updateDenomination(tx, campaign.id, denomination)
    // Limits in another asset would be other amounts.
    const selfFunding = denomination.asset === campaign.asset ? campaign : fundedByHand
    await writeSelfFunding(tx, campaign, selfFunding)
    // The account's balances are locked before the campaign's, as everywhere.
    if (campaign.auto_fund)
      await lockBalances(tx, fundingAccounts({ userId: user.id, asset: campaign.asset }))
    // A total budget that is raised lets a campaign resume.
    await applyAction(tx, { ...campaign, ...denomination, ...selfFunding }, 'reprice', {
      at,
      windowSeconds
    })
    // What is held for the window follows the terms that count now.
    await releaseHolds(tx, campaign.id, at, at)
    await holdWindows(tx, [campaign.id], { at, windowSeconds })
    return reply(undefined, 204)
  })
}

type Change = Call<z.output<typeof schema.updateCampaignInput>>
type TermChange = Pick<Call<{ id: string }>, 'input' | 'user' | 'limits'>

async function updateCampaign(call: Change & Once): Promise<Reply<endpoints.CampaignDocument>> {
  const { context, input, user } = call
  const tx = call.once.tx
  const campaign = await lockOwnCampaign(tx, user.id, Number(input.id))
  if (!campaign) return failure('not_found')
  const misled = checkLink(input.creative_link, context.config)
  if (misled) return misled
  const { actions, content } = await readEdit(tx, campaign, input)
  const at = context.now()
  const { settlementWindowSeconds: windowSeconds } = context.config
  const dates = readDates(input, campaign, at)
  if (!dates.ok) return dates
  const selfFunding = readSelfFunding(input, campaign)
  // One that ran out goes on when it is told to fund itself and the account has money.
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
  if (input.hours !== undefined && campaign.state === 'archived')
    return failure('state_not_allowed', { pointer: 'hours', detail: archivedDetail })
  const selection = await planSelection(tx, campaign.id, input)
  if (!selection.ok) return selection
  if (content) {
    const refused = await checkPictures(tx, user.id, content)
    if (refused) return refused
    await insertCreative(tx, campaign.id, content, at)
  }
  const labels = labelsOf(campaign, input)
  if (labelNames.some(name => labels[name] !== campaign[name]))
    await writeLabels(tx, campaign.id, labels)
  await writeDates(tx, campaign, dates.value)
  const visitors = readVisitors(input, campaign)
  await writeVisitors(tx, campaign, visitors)
  await writeSelfFunding(tx, campaign, selfFunding)
  await writeSelection(tx, campaign.id, selection)
  if (input.hours !== undefined) {
    const schedule = await readHours(tx, user.id, input.hours)
    await changeHours(tx, campaign, schedule, { at, windowSeconds })
    await releaseHolds(tx, campaign.id, at, at)
  }
  await setCampaignState(tx, campaign.id, foreseen.state, at)
  await holdWindows(tx, [campaign.id], { at, windowSeconds })
  const changed = {
    ...{ ...campaign, ...dates.value, ...visitors, ...labels, ...selfFunding },
    state: foreseen.state
  }
  return reply(await campaignDocument(tx, changed, at))
}

const archivedDetail = 'An archived campaign cannot be changed.'

/** Each of them is a version of its own, and cuts the window that runs. */
async function countTermChange({ input, user, limits }: TermChange): Promise<Failure | null> {
  const subject = `user ${user.id} campaign ${input.id}`
  const allowed = await limits.consume(limitNames.termChanges, subject)
  if (allowed.ok) return null
  const { retryAfterSeconds } = allowed
  const detail = `You can change how a campaign is charged ${limitNames.termChanges.points} times per hour.`
  return failure('too_many_requests', { retryAfterSeconds, detail })
}

type Creation = Call<z.output<typeof schema.createCampaignInput>>

async function countCreation(call: Creation): Promise<{ ok: true; value: null } | Failure> {
  const { context, input, user, limits, address } = call
  if (input.coupon_code !== null) {
    // As for checking a coupon: codes are not to be found by trying.
    const block = addressBlock(address)
    const limit = (await isGift(context.db, input.coupon_code))
      ? limitNames.couponGifts
      : limitNames.couponChecks
    const allowed = await limits.consume(limit, block)
    if (!allowed.ok)
      return failure('too_many_requests', { retryAfterSeconds: allowed.retryAfterSeconds })
  }
  const limited = await countWithCaptcha(call, 'campaign', {
    limit: limitNames.campaigns,
    free: Number(
      await readSetting(context.db, context.config, 'campaigns_without_captcha', context.now())
    ),
    subject: `user ${user.id}`
  })
  return unlessRefused(limited)
}

async function createCampaign(call: Creation & Once): Promise<Reply<endpoints.CampaignDocument>> {
  const { context, input, user } = call
  const { tx } = call.once
  const content = readContent(input)
  const refused =
    checkLink(content.creative_link, context.config) ?? (await checkPictures(tx, user.id, content))
  if (refused) return refused
  const selection = await planSelection(tx, null, input)
  if (!selection.ok) return selection
  const at = context.now()
  const dates = readDates(input, noDates, at)
  if (!dates.ok) return dates
  const claimed =
    input.coupon_code === null
      ? null
      : await claimCoupon(tx, context, { code: input.coupon_code, userId: user.id, at })
  if (claimed?.ok === false) return failure(claimed.code, { pointer: 'coupon_code' })
  const isFeeHalved = claimed?.value.effect === 'half_fee'
  const denomination = denominationOf(input)
  const created = {
    labels: labelsOf(input),
    dates: dates.value,
    visitors: readVisitors(input, allVisitors),
    selfFunding: readSelfFunding(input, fundedByHand),
    denomination,
    isFeeHalved
  }
  const campaign = await insertCampaign(tx, user.id, created, at)
  const terms = { ...termsOf(input), schedule: await readHours(tx, user.id, input.hours) }
  await insertFirstTerms(tx, campaign, terms, at)
  await writeSelection(tx, campaign.id, selection)
  await insertCreative(tx, campaign.id, content, at)
  if (claimed) {
    await redeemCoupon(tx, claimed.value, { userId: user.id, campaignId: campaign.id, at })
  }
  return reply(await campaignDocument(tx, campaign, at), 201)
}

/** An ad takes other people somewhere: to their own machine or network only where the product is tried out. */
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

function readContent(input: z.output<typeof schema.createCampaignInput>): Content {
  const { language, link_text, creative_link, creative_text, creative_action } = input
  const { rating, banners_only } = input
  const bannerIds = [...new Set(input.banner_ids.map(Number))]
  return {
    language,
    link_text,
    creative_link,
    creative_text,
    creative_action,
    rating,
    banners_only,
    banner_ids: bannerIds,
    advert_logo: input.advert_logo === null ? null : Number(input.advert_logo),
    advert_illustration:
      input.advert_illustration === null ? null : Number(input.advert_illustration)
  }
}

type PriceInput = Pick<
  z.output<typeof schema.updatePaymentModelInput>,
  'currency' | 'traffic_type' | 'daily_budget' | 'max_cpm' | 'total_budget'
>

function denominationOf({ currency }: PriceInput): Denomination {
  return { currency, asset: currencies[currency].asset }
}

function termsOf(input: PriceInput): Terms {
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
