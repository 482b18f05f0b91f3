import { z } from 'zod'
import { adTypes, ratings, trafficSelectionSorts } from '../constants.ts'
import { pageSizes } from '../page-sizes.ts'
import { unitSizes } from '../reference-data/banner-sizes.ts'
import {
  documentWithMeta,
  idInput,
  pagination,
  plainText,
  related,
  resource,
  toMany,
  toOne,
  units
} from '../schema.ts'

/** A query parameter that may occur once (a single value) or repeatedly (a list). */
const ids = z
  .union([idInput, z.array(idInput).max(100)])
  .transform(value => (Array.isArray(value) ? value : [value]))
  .optional()

const searchText = z.string().trim().max(100)

export const trafficSelectionsInput = z.object({
  'page[number]': z.coerce.number().int().min(1).max(100_000).default(1),
  'page[size]': z.coerce.number().int().min(1).max(100).default(pageSizes.trafficSelection),
  sort: z.enum(trafficSelectionSorts).default('-avg_all_impressions'),
  'filter[visible_categories_id_in][]': ids,
  'filter[query]': searchText.optional()
})

export const searchInput = z.object({
  'filter[type]': z.literal('sites'),
  'filter[query]': searchText.default(''),
  'page[offset]': z.coerce.number().int().min(0).max(1_000_000).default(0),
  'page[limit]': z.coerce.number().int().min(1).max(100).default(pageSizes.siteSearch)
})

/** The ids come as repeated `…[][id]`; the shorter spellings mean the same. */
export const trafficSourcesInput = z.object({
  'data[attributes][category_ids][][id]': ids,
  'data[attributes][category_ids][]': ids,
  'data[attributes][category_ids]': ids,
  'data[attributes][ad_unit_ids][][id]': ids,
  'data[attributes][ad_unit_ids][]': ids,
  'data[attributes][ad_unit_ids]': ids,
  'data[attributes][site_ids][][id]': ids,
  'data[attributes][site_ids][]': ids,
  'data[attributes][site_ids]': ids,
  'data[attributes][traffic_pack_ids][][id]': ids,
  'data[attributes][traffic_pack_ids][]': ids,
  'data[attributes][traffic_pack_ids]': ids
})

export const trafficPackInput = z.object({ id: idInput })

export const packTargetTypes = ['category', 'site', 'ad_unit'] as const
const packChange = {
  name: plainText(100),
  targets: z
    .array(
      z.object({
        type: z.enum(packTargetTypes),
        id: idInput,
        /** A target that is not allowed is blocked for campaigns that select the pack. */
        allowed: z.boolean().default(true)
      })
    )
    .min(1)
    .max(2_000)
    .refine(all => new Set(all.map(it => `${it.type} ${it.id}`)).size === all.length, {
      error: 'contains a target twice'
    })
}
export const createTrafficPackInput = z.object(packChange)
/** The given targets replace all existing targets. */
export const updateTrafficPackInput = z.object({ id: idInput, ...packChange }).partial({
  name: true,
  targets: true
})

const figures = {
  /**
   * Average CPM in units of 1e-8 BTC, with dollars at the current rate; null if nothing was charged in the last 30
   * days.
   */
  avg_all_cpm: units.nullable(),
  /** Average number of viewable views per day in the last 30 days. */
  avg_all_impressions: z.number().int()
}

export const trafficSite = related(
  'sites',
  z.object({
    domain_name: z.string(),
    language: z.string(),
    ad_units_count: z.number().int(),
    ...figures
  }),
  z.object({ categories: toMany('categories'), ad_units: toMany('ad_units') })
)
export const trafficUnit = related(
  'ad_units',
  z.object({
    /** Null for a unit that is on no site. */
    domain_name: z.string().nullable(),
    kind: z.enum(['site', 'app', 'affiliate']),
    size: z.enum(unitSizes),
    ad_type: z.enum(adTypes),
    disallowed_ratings: z.array(z.enum(ratings)),
    ...figures
  }),
  z.object({ site: toOne('sites') })
)
export const trafficCategory = resource(
  'categories',
  z.object({
    name: z.string(),
    /**
     * Whether new sites can choose the category. Other categories are listed as long as sites with ad units have them.
     */
    is_offered: z.boolean(),
    ad_units_count: z.number().int(),
    ...figures
  })
)
/** One target of a traffic pack. Exactly one of the three relationships is set. */
export const packTarget = related(
  'campaign_targets',
  z.object({ allowed: z.boolean() }),
  z.object({
    category: toOne('categories'),
    site: toOne('sites'),
    ad_unit: toOne('ad_units')
  })
)
export const trafficPack = related(
  'traffic_packs',
  z.object({ name: z.string() }),
  z.object({ campaign_targets: toMany('campaign_targets') })
)

const siteMeta = pagination.extend({
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Number of all sites, regardless of the filter. */
  total_records: z.number().int()
})
export const trafficSiteList = z.object({
  data: z.array(trafficSite),
  included: z.array(trafficUnit),
  meta: siteMeta
})
const packIncluded = z.union([packTarget, trafficSite, trafficUnit, trafficCategory])
export const trafficSourceList = z.object({
  data: z.array(z.union([trafficCategory, trafficSite, trafficUnit, trafficPack])),
  included: z.array(packIncluded)
})
export const trafficPackDocument = z.object({ data: trafficPack, included: z.array(packIncluded) })
export const trafficPackList = documentWithMeta(z.array(trafficPack), pagination)
