import { z } from 'zod'
import { brandStyles } from '../brand/schema.ts'
import { largestTurnaroundDays, offerLengths, offerSorts, offerTypes } from '../constants.ts'
import { pageSizes } from '../page-sizes.ts'
import { categories } from '../reference-data/categories.ts'
import { languages } from '../reference-data/languages.ts'
import {
  document,
  documentWithMeta,
  idInput,
  moment,
  pageInput,
  pagination,
  plainText,
  resource,
  units
} from '../schema.ts'
import { descriptionTree } from './description-schema.ts'

const categoryNames = categories.map(it => it.name)
/** Largest integer that a JSON number represents exactly. */
const largestCents = Number.MAX_SAFE_INTEGER

/** A query parameter with one value, with repeated values, or with values separated by commas. */
const listOf = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform(value => [...new Set([value].flat().flatMap(it => it.split(',')))])
    .transform(values => values.map(it => it.trim()).filter(it => it !== ''))
    .pipe(z.array(item).max(50))
    .optional()

const flag = z
  .enum(['1', 'true', '0', 'false'])
  .transform(value => value === '1' || value === 'true')
const cents = z.coerce.number().int().min(0).max(largestCents)

export const previewInput = z.object({
  limit: z.coerce.number().int().min(1).max(12).default(pageSizes.preview)
})
export const listInput = z.object({
  'filter[publication_offer_type_in]': listOf(z.enum(offerTypes)),
  'filter[languages_code_in]': listOf(z.enum(languages)),
  'filter[categories_name_in]': listOf(z.enum(categoryNames)),
  'filter[site_domain_name_in]': listOf(z.string().max(260)),
  'filter[promotion_level_eq]': z.coerce.number().int().min(0).max(1).optional(),
  'filter[price_us_cents_gteq]': cents.optional(),
  'filter[price_us_cents_lteq]': cents.optional(),
  /** Words that occur in the offer's name, its description, or the name of its site. */
  'filter[query]': z.string().max(offerLengths.query).optional(),
  /** Selects the account's own offers in every state, newest first, without facets. */
  'filter[mine]': flag.optional(),
  sort: z.enum(offerSorts).optional(),
  /** Limits the answer to the number of offers in the preview. */
  preview: flag.optional(),
  'page[number]': z.coerce.number().int().min(1).max(10_000).default(1)
})
export const offerInput = z.object({ id: idInput })

const offerFields = {
  site_id: idInput,
  publication_offer_type: z.enum(offerTypes),
  name: plainText(offerLengths.name, 3),
  /** Description in Markdown, without HTML and pictures. */
  description: plainText(offerLengths.description, 20),
  languages: z.array(z.enum(languages)).min(1, 'must have at least one item').max(10),
  categories: z
    .array(z.enum(categoryNames).exclude(['root']))
    .min(1, 'must have at least one item')
    .max(5),
  included: z.array(plainText(offerLengths.included)).max(offerLengths.includedLines),
  turnaround_days: z.number().int().min(1).max(largestTurnaroundDays),
  price_us_cents: z.number().int().min(1).max(1_000_000_000),
  /** ID from uploading the logo. */
  logo_id: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
}
export const previewDescriptionInput = z.object({
  description: plainText(offerLengths.description, 0)
})
export const createOfferInput = z.object({
  ...offerFields,
  included: offerFields.included.default([]),
  logo_id: offerFields.logo_id.default(null)
})
export const updateOfferInput = z
  .object({ ...offerFields })
  .partial()
  .extend({ id: idInput })

const offerStates = ['pending', 'live', 'rejected', 'archived'] as const
const offerAttributes = z.object({
  name: z.string(),
  /** The description in Markdown, exactly as it was typed. */
  description: z.string(),
  /** The beginning of the description as plain text, without Markdown markup. */
  summary: z.string(),
  publication_offer_type: z.enum(offerTypes),
  state: z.enum(offerStates),
  domain_name: z.string(),
  logo: z.string().nullable(),
  languages: z.array(z.string()),
  categories: z.array(z.string()),
  sites: z.array(z.string()),
  included: z.array(z.string()),
  turnaround_days: z.number().int(),
  price_us_cents: z.number().int(),
  /** Average rating, out of five stars. */
  rating: z.number().nullable(),
  ratings_count: z.number().int(),
  promotion_level: z.number().int()
})
export const offer = resource('publication_offers', offerAttributes)
export const wholeOffer = resource(
  'publication_offers',
  offerAttributes.extend({ description_tree: descriptionTree })
)
export const descriptionPreview = document(
  resource('publication_offer_previews', z.object({ description_tree: descriptionTree }))
)
const facet = z.array(z.object({ value: z.string(), count: z.number().int() }))
/** Number of offers for each value of a facet, with all filters applied except the facet's own. */
export const facets = z.object({
  publication_offer_type: facet,
  languages: facet,
  categories: facet,
  sites: facet,
  promotion_level: facet
})
export const offerList = documentWithMeta(z.array(offer), pagination.extend({ facets }))
/** The preview is in the network's colors without a second call. */
export const offerPreview = documentWithMeta(z.array(offer), z.object({ styles: brandStyles }))
export const offerDocument = documentWithMeta(
  wholeOffer,
  z.object({
    similar: z.array(offer),
    same_publisher: z.array(offer),
    is_own: z.boolean(),
    /** Shown only to the owner of the offer. */
    rejected_reason: z.string().nullable(),
    site_id: z.string().nullable(),
    site: z.object({
      /** The site's ID if a campaign can select it as its traffic, otherwise null. */
      for_sale: z.string().nullable(),
      verified_at: moment.nullable(),
      /** Billable views of the site's ad units in the last 30 days. */
      impressions: z.number().int()
    }),
    price: z.object({ USD: units, BTC: units.nullable() }),
    ratings: z.array(z.object({ stars: z.number().int(), comment: z.string(), created_at: moment }))
  })
)
export const offerChanged = document(offer)
export const logoDocument = document(
  resource('publication_offer_logos', z.object({ source: z.string() }))
)

export const pendingOffersInput = z.object(pageInput)
export const pendingOffer = z.object({ data: z.array(wholeOffer), meta: pagination })
export const decideOfferInput = z
  .object({
    id: idInput,
    decision: z.enum(['approve', 'reject']),
    promotion_level: z.number().int().min(0).max(1).optional(),
    reason: plainText(500).optional()
  })
  .refine(value => value.decision === 'approve' || value.reason !== undefined, {
    error: 'is required when rejecting',
    path: ['reason']
  })
