import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import * as endpoints from '@mille/api/ad-units/endpoints.ts'
import * as schema from '@mille/api/ad-units/schema.ts'
import type { AnswerOf } from '@mille/api/endpoint.ts'
import type { z } from 'zod'
import { failure, type Reply, reply } from '../http/answers/reply.ts'
import { consumeLimit } from '../http/consume-limit.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Call, Once, Serve } from '../http/serve.ts'
import { isOffered } from '../settings/index.ts'
import { findOwnSiteByName, siteOf } from '../sites/index.ts'
import { approvalRuleRoutes } from './approval-rule-routes.ts'
import { blockRuleRoutes } from './block-rule-routes.ts'
import { buildCode } from './code.ts'
import { checkCode } from './code-check.ts'
import { adUnitDocument, adUnitResources } from './documents.ts'
import { checkFallback } from './fallback.ts'
import { houseAdRoutes } from './house-ad-routes.ts'
import {
  archiveOwnAdUnit,
  findOwnAdUnit,
  insertAdUnit,
  listOwnAdUnits,
  lockOwnAdUnit,
  updateOwnAdUnit
} from './queries.ts'

export function adUnitRoutes(serve: Serve): void {
  approvalRuleRoutes(serve)
  blockRuleRoutes(serve)
  houseAdRoutes(serve)

  serve(endpoints.listAdUnits, schema.listInput, async ({ context, input, user }) => {
    const { rows, records } = await listOwnAdUnits(
      context.db,
      user.id,
      input['page[offset]'],
      input['page[limit]']
    )
    return reply({
      data: await adUnitResources(context.db, rows),
      meta: { pagination: { records } }
    })
  })

  serve(endpoints.readAdUnit, schema.adUnitInput, async ({ context, input, user }) => {
    const unit = await findOwnAdUnit(context.db, user.id, Number(input.id))
    return unit ? reply(await adUnitDocument(context.db, unit)) : failure('not_found')
  })

  serve(endpoints.createAdUnit, schema.createAdUnitInput, createAdUnit)

  serve(endpoints.updateAdUnit, schema.updateAdUnitInput, updateAdUnit)

  serve(endpoints.archiveAdUnit, schema.adUnitInput, async ({ context, input, user }) => {
    const isDone = await context.db
      .transaction()
      .execute(tx => archiveOwnAdUnit(tx, user.id, Number(input.id)))
    return isDone ? reply(undefined, 204) : failure('not_found')
  })

  serve(endpoints.checkAdUnitCode, schema.checkCodeInput, checkAdUnitCode)

  serve(endpoints.readAdUnitCode, schema.codeInput, async ({ context, input, user }) => {
    const unit = await findOwnAdUnit(context.db, user.id, Number(input.id))
    if (!unit) return failure('not_found')
    const attributes = buildCode(unit, context.config.publicUrl)
    return reply({ data: { type: 'ad_unit_codes', id: String(unit.id), attributes } })
  })
}

async function createAdUnit(
  call: Call<z.output<typeof schema.createAdUnitInput>> & Once
): Promise<Reply<AnswerOf<typeof endpoints.createAdUnit>>> {
  const { context, input, user } = call
  const { tx } = call.once
  const { domainName } = siteOf(input.page_url)
  const isOfSite = input.kind === 'site'
  const site = isOfSite ? await findOwnSiteByName(tx, user.id, domainName) : undefined
  if (isOfSite && !site) {
    return failure('invalid', {
      pointer: 'page_url',
      detail: `${domainName} is not one of your sites. Add it first.`
    })
  }
  const { page_url, size, screen_type, ad_type, impressions, settings, floor } = input
  if (!(await isOffered(tx, 'banner_size', size))) return sizeNotOffered(size)
  const unit = await insertAdUnit(tx, {
    user_id: user.id,
    kind: input.kind,
    site_id: site?.id ?? null,
    name: input.name ?? `${domainName} ${size}`.slice(-80),
    page_url,
    size,
    screen_type,
    ad_type,
    impressions,
    settings,
    disallowed_ratings: [...new Set(input.disallowed_ratings)],
    ...floorColumns(floor),
    created_at: context.now()
  })
  const document = await adUnitDocument(tx, unit)
  return reply({ ...document, meta: { code: buildCode(unit, context.config.publicUrl) } }, 201)
}

async function updateAdUnit({
  context,
  input,
  user
}: Call<z.output<typeof schema.updateAdUnitInput>>): Promise<
  Reply<AnswerOf<typeof endpoints.updateAdUnit>>
> {
  return context.db.transaction().execute(async tx => {
    const { id, floor, ...rest } = input
    const changes = floor === undefined ? rest : { ...rest, ...floorColumns(floor) }
    const before = await lockOwnAdUnit(tx, user.id, Number(id))
    if (!before) return failure('not_found')
    const refused = checkFallback(changes, before, context.config)
    if (refused) return refused
    const { size } = changes
    if (size !== undefined && size !== before.size && !(await isOffered(tx, 'banner_size', size)))
      return sizeNotOffered(size)
    const unit = await updateOwnAdUnit(tx, user.id, Number(id), changes)
    return unit ? reply(await adUnitDocument(tx, unit)) : failure('not_found')
  })
}

async function checkAdUnitCode(
  call: Call<z.output<typeof schema.checkCodeInput>>
): Promise<Reply<AnswerOf<typeof endpoints.checkAdUnitCode>>> {
  const { context, input, user } = call
  const unit = await findOwnAdUnit(context.db, user.id, Number(input.id))
  if (!unit) return failure('not_found')
  const limited = await consumeLimit(call, limitNames.codeChecks)
  if (limited) return limited
  const pageUrl = input.page_url ?? unit.page_url
  const { id, user_id, size, settings, ad_type } = unit
  const asked = { unit: { id, user_id, size, settings, ad_type }, pageUrl }
  const checked = await checkCode(context.config, asked)
  if (!checked.ok) return checked
  const { value: attributes } = checked
  return reply({ data: { type: 'code_checks' as const, id: String(unit.id), attributes } }, 201)
}

function floorColumns(floor: AdUnit['attributes']['floor']) {
  return {
    floor_asset: floor?.asset ?? null,
    floor_net_cpm: floor === null ? null : BigInt(floor.net_cpm)
  }
}

function sizeNotOffered(size: string) {
  const detail = `Ad units in the size ${size} are currently not offered.`
  return failure('invalid', { pointer: 'size', detail })
}
