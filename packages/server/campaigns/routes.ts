import * as endpoints from '@mille/api/campaigns/endpoints.ts'
import * as schema from '@mille/api/campaigns/schema.ts'
import type { AnswerOf } from '@mille/api/endpoint.ts'
import type { z } from 'zod'
import { claimCoupon, isGift, redeemCoupon } from '../coupons/index.ts'
import { type Failure, failure, type Reply, reply, unlessRefused } from '../http/answers/reply.ts'
import { addressBlock } from '../http/callers/client-address.ts'
import { countWithCaptcha } from '../http/limits/ask-captcha.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Call, Once, Serve } from '../http/serve.ts'
import { readSetting } from '../settings/index.ts'
import { bannerRoutes } from './banner-routes.ts'
import { findOwnCampaign, insertCampaign, labelsOf, listOwnCampaigns } from './campaign-queries.ts'
import {
  changeCampaign,
  changePayment,
  checkLink,
  checkPictures,
  countTermChange,
  denominationOf,
  termsOf
} from './change.ts'
import { changeMany, countTermChanges } from './change-many.ts'
import { type Content, insertCreative } from './creative-queries.ts'
import { noDates, readDates } from './dates.ts'
import { campaignDocument, campaignResources } from './documents.ts'
import { archiveCampaign, fundCampaign } from './funds.ts'
import { readHours } from './hours.ts'
import { planSelection, writeSelection } from './selection.ts'
import { fundedByHand, readSelfFunding } from './self-funding.ts'
import { insertFirstTerms } from './terms.ts'
import { trafficSourceRoutes } from './traffic-source-routes.ts'
import { allVisitors, readVisitors } from './visitors.ts'

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
    unlessRefused(
      call.input.hours === undefined ? null : await countTermChange(call, call.input.id)
    )
  )

  serve(endpoints.updateCampaigns, schema.updateCampaignsInput, changeMany, async call => ({
    ok: true,
    value: await countTermChanges(call)
  }))

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

async function updateCampaign(
  call: Call<z.output<typeof schema.updateCampaignInput>> & Once
): Promise<Reply<endpoints.CampaignDocument>> {
  const { context, input, user, once } = call
  const changed = await changeCampaign(once.tx, context, user.id, input)
  return changed.ok ? reply(await campaignDocument(once.tx, changed.value, context.now())) : changed
}

async function updatePaymentModel(
  call: Call<z.output<typeof schema.updatePaymentModelInput>>
): Promise<Reply<AnswerOf<typeof endpoints.updatePaymentModel>>> {
  const { context, input, user } = call
  const limited = await countTermChange(call, input.id)
  if (limited) return limited
  const payment = { terms: termsOf(input), denomination: denominationOf(input) }
  const refused = await context.db
    .transaction()
    .execute(tx => changePayment(tx, context, user.id, { id: Number(input.id), ...payment }))
  return refused ?? reply(undefined, 204)
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
