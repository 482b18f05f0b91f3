import * as endpoints from '@mille/api/campaigns/endpoints.ts'
import * as schema from '@mille/api/campaigns/schema.ts'
import type { AnswerOf } from '@mille/api/endpoint.ts'
import type { z } from 'zod'
import { isGift } from '../coupons/index.ts'
import {
  csvReply,
  type Failure,
  failure,
  type Reply,
  reply,
  unlessRefused
} from '../http/answers/reply.ts'
import { tooMany } from '../http/answers/too-many.ts'
import { addressBlock } from '../http/callers/client-address.ts'
import { countWithCaptcha } from '../http/limits/ask-captcha.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Call, Once, Serve } from '../http/serve.ts'
import { bannerRoutes } from './banner-routes.ts'
import { findOwnCampaign, listOwnCampaigns } from './campaign-queries.ts'
import {
  changeCampaign,
  changePayment,
  countTermChange,
  denominationOf,
  termsOf
} from './change.ts'
import { changeMany, countTermChanges } from './change-many.ts'
import { countCopies } from './copy-variants.ts'
import { addCampaign } from './create.ts'
import { creationLimit } from './creation-limit.ts'
import { campaignDocument, campaignResources } from './documents.ts'
import { findDrawTerm } from './draw-terms.ts'
import { streamCampaigns } from './export-csv.ts'
import { archiveCampaign, fundCampaign } from './funds.ts'
import { importCampaigns, prepareImport } from './import.ts'
import { trafficSourceRoutes } from './traffic-source-routes.ts'
import { variantRoutes } from './variant-routes.ts'

export function campaignRoutes(serve: Serve): void {
  bannerRoutes(serve)
  trafficSourceRoutes(serve)
  variantRoutes(serve)

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

  serve(endpoints.exportCampaigns, null, async ({ context, user }) => {
    const day = context.now().toISOString().slice(0, 10)
    return csvReply('', `mille-campaigns-${day}.csv`, streamCampaigns(context, user.id))
  })

  serve(endpoints.readCampaign, schema.campaignInput, async ({ context, input, user }) => {
    const campaign = await findOwnCampaign(context.db, user.id, Number(input.id))
    return campaign
      ? reply(await campaignDocument(context.db, campaign, context.now()))
      : failure('not_found')
  })

  serve(endpoints.createCampaign, schema.createCampaignInput, createCampaign, countCreation)

  serve(endpoints.updateCampaign, schema.updateCampaignInput, updateCampaign, async call =>
    unlessRefused(findDrawTerm(call.input) ? await countTermChange(call, call.input.id) : null)
  )

  serve(endpoints.updateCampaigns, schema.updateCampaignsInput, changeMany, async call => ({
    ok: true,
    value: await countTermChanges(call)
  }))

  serve(endpoints.importCampaigns, schema.importCampaignsInput, importCampaigns, prepareImport)

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
    // Limited as in the coupon check, so that codes cannot be found by guessing.
    const block = addressBlock(address)
    const limit = (await isGift(context.db, input.coupon_code))
      ? limitNames.couponGifts
      : limitNames.couponChecks
    const allowed = await limits.consume(limit, block)
    if (!allowed.ok)
      return failure('too_many_requests', { retryAfterSeconds: allowed.retryAfterSeconds })
  }
  const creation = await creationLimit(context, user.id)
  const limited = await countWithCaptcha(call, 'campaign', creation)
  if (limited) return limited
  // A copied variant is as much to review as a campaign.
  for (
    let left = await countCopies(context.db, user.id, input.copy_variants_of);
    left > 0;
    left--
  ) {
    const counted = await limits.consume(creation.limit, creation.subject)
    if (!counted.ok) return tooMany(counted.retryAfterSeconds)
  }
  return unlessRefused(null)
}

async function createCampaign(call: Creation & Once): Promise<Reply<endpoints.CampaignDocument>> {
  const { context, input, user, once } = call
  const created = await addCampaign(once.tx, context, user.id, input)
  return created.ok
    ? reply(await campaignDocument(once.tx, created.value, context.now()), 201)
    : created
}
