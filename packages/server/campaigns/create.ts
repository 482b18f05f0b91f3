import type { contentNames } from '@mille/api/campaigns/content-names.ts'
import type { createCampaignInput } from '@mille/api/campaigns/schema.ts'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { claimCoupon, redeemCoupon } from '../coupons/index.ts'
import type { Tx } from '../db/connect.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import { type CampaignRow, insertCampaign, labelsOf } from './campaign-queries.ts'
import { checkContent, denominationOf, termsOf } from './change.ts'
import { insertVariants, planVariants } from './copy-variants.ts'
import type { Content } from './creative-queries.ts'
import { noDates, readDates } from './dates.ts'
import { readDrawTerms } from './draw-terms.ts'
import { planSelection, writeSelection } from './selection.ts'
import { fundedByHand, readSelfFunding } from './self-funding.ts'
import { insertFirstTerms } from './terms.ts'
import { approveIfTrusted } from './trust.ts'
import { allVisitors, readVisitors } from './visitors.ts'

type Input = z.output<typeof createCampaignInput>

/** Creates a campaign in the state `pending`, to be reviewed by an operator unless its account is trusted. */
export async function addCampaign(
  tx: Tx,
  context: Context,
  userId: number,
  input: Input
): Promise<{ ok: true; value: CampaignRow } | Failure> {
  const content = readContent(input)
  const refused = await checkContent(tx, context.config, userId, content)
  if (refused) return refused
  const variants = await planVariants(tx, context, userId, input.copy_variants_of)
  if (!variants.ok) return variants
  const selection = await planSelection(tx, null, input)
  if (!selection.ok) return selection
  const at = context.now()
  const dates = readDates(input, noDates, at)
  if (!dates.ok) return dates
  const claimed =
    input.coupon_code === null
      ? null
      : await claimCoupon(tx, context, { code: input.coupon_code, userId: userId, at })
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
  const campaign = await insertCampaign(tx, userId, created, at)
  const drawTerms = await readDrawTerms(tx, userId, input)
  const terms = { ...termsOf(input), schedule: null, siteSharePercent: null, ...drawTerms }
  await insertFirstTerms(tx, campaign, terms, at)
  await writeSelection(tx, campaign.id, selection)
  const creativeIds = await insertVariants(tx, campaign.id, content, variants.value, at)
  if (claimed) {
    await redeemCoupon(tx, claimed.value, { userId: userId, campaignId: campaign.id, at })
  }
  const state = await approveIfTrusted(tx, context, campaign.id, creativeIds)
  return { ok: true, value: { ...campaign, state: state ?? campaign.state } }
}

type ContentInput = Pick<Input, (typeof contentNames)[number]>

/** Returns the content of a new creative. */
export function readContent(input: ContentInput): Content {
  const { language, link_text, creative_link, creative_text, creative_action } = input
  const { rating, product_category, banners_only } = input
  const bannerIds = [...new Set(input.banner_ids.map(Number))]
  return {
    language,
    link_text,
    creative_link,
    creative_text,
    creative_action,
    rating,
    product_category,
    banners_only,
    banner_ids: bannerIds,
    advert_logo: input.advert_logo === null ? null : Number(input.advert_logo),
    advert_illustration:
      input.advert_illustration === null ? null : Number(input.advert_illustration)
  }
}
