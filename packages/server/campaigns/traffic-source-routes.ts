import * as endpoints from '@mille/api/traffic-sources/endpoints.ts'
import * as schema from '@mille/api/traffic-sources/schema.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { findOwnCampaign, lockOwnCampaign } from './campaign-queries.ts'
import {
  findSource,
  findUnknownTarget,
  listSources,
  readExclusions,
  setExclusions,
  sourceResource
} from './traffic-source-queries.ts'

/**
 * Routes for where a campaign ran and what its advertiser excludes. A database trigger notifies delivery of changes.
 */
export function trafficSourceRoutes(serve: Serve): void {
  serve(endpoints.listTrafficSources, schema.listInput, async ({ context, input, user }) => {
    const campaign = await findOwnCampaign(context.db, user.id, Number(input.id))
    if (!campaign) return failure('not_found')
    const { rows, records } = await listSources(
      context.db,
      campaign.id,
      input['page[offset]'],
      input['page[limit]']
    )
    return reply({ data: rows.map(sourceResource), meta: { pagination: { records } } })
  })

  serve(endpoints.updateTrafficSource, schema.updateInput, ({ context, input, user }) =>
    context.db.transaction().execute(async tx => {
      const campaign = await lockOwnCampaign(tx, user.id, Number(input.id))
      const source = campaign && (await findSource(tx, campaign.id, Number(input.target_id)))
      if (!source) return failure('not_found')
      const { excluded_by_ad_unit, excluded_by_site } = input
      if (excluded_by_site !== undefined && source.site_id === null) {
        return failure('invalid', {
          pointer: 'excluded_by_site',
          detail: 'The ad unit is on no site.'
        })
      }
      const at = context.now()
      if (excluded_by_ad_unit !== undefined) {
        const target = { type: 'ad_unit' as const, ids: [source.id] }
        await setExclusions(tx, campaign.id, target, excluded_by_ad_unit, at)
      }
      if (excluded_by_site !== undefined && source.site_id !== null) {
        const target = { type: 'site' as const, ids: [source.site_id] }
        await setExclusions(tx, campaign.id, target, excluded_by_site, at)
      }
      const changed = (await findSource(tx, campaign.id, source.id)) ?? {
        ...source,
        excluded_by_ad_unit: false
      }
      return reply({ data: sourceResource(changed) })
    })
  )

  serve(endpoints.readExclusions, schema.exclusionsInput, async ({ context, input, user }) => {
    const campaign = await findOwnCampaign(context.db, user.id, Number(input.id))
    if (!campaign) return failure('not_found')
    const targets = { type: input.target_type, ids: (input.target_ids ?? []).map(Number) }
    return reply({ data: await readExclusions(context.db, campaign.id, targets) })
  })

  serve(endpoints.setExclusions, schema.setExclusionsInput, async call => {
    const { context, input, user } = call
    const { tx } = call.once
    const campaign = await lockOwnCampaign(tx, user.id, Number(input.id))
    if (!campaign) return failure('not_found')
    const targets = { type: input.target_type, ids: input.target_ids.map(Number) }
    const unknown = input.excluded ? await findUnknownTarget(tx, campaign, targets) : undefined
    if (unknown !== undefined) {
      const name = targets.type === 'site' ? 'site' : 'ad unit'
      return failure('traffic_source_unknown', {
        pointer: 'target_ids',
        detail: `No campaign of yours ran on the ${name} ${unknown}. Nothing was excluded.`
      })
    }
    await setExclusions(tx, campaign.id, targets, input.excluded, context.now())
    return reply({ data: await readExclusions(tx, campaign.id, targets) })
  })
}
