import * as endpoints from '@mille/api/traffic-selection/endpoints.ts'
import * as schema from '@mille/api/traffic-selection/schema.ts'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { type Failure, failure, reply } from '../http/answers/reply.ts'
import { addressBlock } from '../http/callers/client-address.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Call, Serve } from '../http/serve.ts'
import {
  categoriesOfSites,
  categoryResource,
  packResource,
  siteResource,
  unitResource
} from './documents.ts'
import { findTargets, includedOfPacks, momentOf, packDocument } from './find-targets.ts'
import { findPacks } from './pack-queries.ts'
import { packRoutes } from './pack-routes.ts'
import {
  countSites,
  findCategories,
  findUnits,
  listSites,
  type SiteFilter,
  type SiteOrder
} from './queries.ts'

/** Routes for where a campaign may run: the sites, units, categories and packs that the campaign wizard offers. */
export function trafficSelectionRoutes(serve: Serve): void {
  serve(endpoints.listTrafficSelections, schema.trafficSelectionsInput, async call => {
    const refused = await limit(call)
    if (refused) return refused
    const { input } = call
    const limitTo = input['page[size]']
    const filter = {
      query: input['filter[query]'],
      categoryIds: input['filter[visible_categories_id_in][]']?.map(Number)
    }
    const page = {
      order: readSort(input.sort),
      offset: (input['page[number]'] - 1) * limitTo,
      limit: limitTo
    }
    return reply(await siteList(call.context, filter, page))
  })

  serve(endpoints.search, schema.searchInput, async call => {
    const refused = await limit(call)
    if (refused) return refused
    const query = call.input['filter[query]']
    const page = {
      order: { by: 'avg_all_impressions' as const, isDown: true },
      offset: call.input['page[offset]'],
      limit: call.input['page[limit]']
    }
    // An empty search finds nothing.
    const filter = query === '' ? { ids: [] } : { query }
    return reply(await siteList(call.context, filter, page))
  })

  serve(endpoints.listTrafficSources, schema.trafficSourcesInput, async call => {
    const refused = await limit(call)
    if (refused) return refused
    return reply(await sourceList(call.context, call.input))
  })

  serve(endpoints.listTrafficPacks, null, async ({ context }) => {
    const packs = await findPacks(context.db, null)
    return reply({
      data: packs.map(packResource),
      meta: { pagination: { records: packs.length } }
    })
  })

  serve(endpoints.readTrafficPack, schema.trafficPackInput, async ({ context, input }) => {
    const document = await packDocument(context, Number(input.id))
    return document ? reply(document) : failure('not_found')
  })

  packRoutes(serve)
}

async function siteList(
  context: Context,
  filter: SiteFilter,
  page: { order: SiteOrder; offset: number; limit: number }
) {
  const moment = momentOf(context)
  const { rows, records } = await listSites(context.db, filter, page, moment)
  const units = await findUnits(
    context.db,
    rows.flatMap(row => row.unit_ids),
    moment
  )
  return {
    data: rows.map(row => siteResource(row, moment.usdUnitsPerBtc)),
    included: units.map(row => unitResource(row, moment.usdUnitsPerBtc)),
    meta: {
      categories: categoriesOfSites(rows),
      total_records: await countSites(context.db),
      pagination: { records }
    }
  }
}

type SourceNames = 'category_ids' | 'ad_unit_ids' | 'site_ids' | 'traffic_pack_ids'

async function sourceList(context: Context, input: z.output<typeof schema.trafficSourcesInput>) {
  const read = (name: SourceNames) => [
    ...new Set(
      [
        input[`data[attributes][${name}][][id]`] ?? [],
        input[`data[attributes][${name}][]`] ?? [],
        input[`data[attributes][${name}]`] ?? []
      ]
        .flat()
        .map(Number)
    )
  ]
  const wanted = {
    categories: read('category_ids'),
    units: read('ad_unit_ids'),
    sites: read('site_ids'),
    packs: read('traffic_pack_ids')
  }
  const moment = momentOf(context)
  const { usdUnitsPerBtc: rate } = moment
  if (Object.values(wanted).every(ids => ids.length === 0)) {
    const all = await findCategories(context.db, null, moment)
    // A category that is no longer offered stays listed while sites have it, so that advertisers can still block it.
    const listed = all.filter(row => row.isOffered || row.units > 0)
    return { data: listed.map(row => categoryResource(row, rate)), included: [] }
  }
  const named = await findTargets(context, wanted)
  const packs = await findPacks(context.db, wanted.packs)
  return {
    data: [...named, ...packs.map(packResource)],
    included: await includedOfPacks(context, packs)
  }
}

function readSort(sort: z.output<typeof schema.trafficSelectionsInput>['sort']): SiteOrder {
  return { by: sort.replace('-', '') as SiteOrder['by'], isDown: sort.startsWith('-') }
}

/** Limits the rate of requests: anyone may send them, and each reads a month of counters. */
async function limit({
  limits,
  address
}: Pick<Call<unknown>, 'limits' | 'address'>): Promise<Failure | null> {
  const allowed = await limits.consume(limitNames.trafficFigures, addressBlock(address))
  return allowed.ok
    ? null
    : failure('too_many_requests', { retryAfterSeconds: allowed.retryAfterSeconds })
}
