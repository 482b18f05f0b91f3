import { z } from 'zod'
import { blockRuleKinds, blockRuleNoteLength } from '../constants.ts'
import { typedDomain } from '../host-names.ts'
import { productCategoryIds } from '../reference-data/product-categories.ts'
import {
  document,
  documentWithMeta,
  idInput,
  moment,
  pageInput,
  pagination,
  plainText,
  resource
} from '../schema.ts'

/** A domain as people type it: a name, or the address of any page. Only the host is stored, without `www.`. */
const domain = z
  .string()
  .trim()
  .max(300)
  .transform((text, context) => {
    const found = typedDomain(text)
    if (found === null)
      context.addIssue({ code: 'custom', message: `“${text}” is not a domain such as example.com` })
    return found ?? ''
  })

export const listBlockRulesInput = z.object({
  ...pageInput,
  /** Searches for a part of a domain, of an ad’s title, of an advertiser’s name, of a category’s name or of a note. */
  'filter[query]': z.string().trim().max(100).default('')
})
export const blockRuleInput = z.object({ id: idInput })
/** The field that says what a rule of each kind blocks. */
const fieldOfKind = {
  advertiser: 'creative_id',
  creative: 'creative_id',
  domain: 'domain',
  category: 'product_category'
} as const satisfies Record<(typeof blockRuleKinds)[number], string>

/** If neither a site nor an ad unit is set, the rule applies to all of the account’s ad units. */
export const createBlockRuleInput = z
  .object({
    kind: z.enum(blockRuleKinds),
    /** The blocked domain. Only for the kind `domain`. */
    domain: domain.nullable().default(null),
    /** Id of the ad. The rule blocks this ad or, depending on `kind`, all ads of its advertiser. */
    creative_id: idInput.nullable().default(null),
    /** What the blocked ads sell: an ID of `GET /product_categories`. Only for the kind `category`. */
    product_category: z.enum(productCategoryIds).nullable().default(null),
    site_id: idInput.nullable().default(null),
    ad_unit_id: idInput.nullable().default(null),
    note: plainText(blockRuleNoteLength).nullable().default(null)
  })
  .superRefine(({ kind, ...given }, context) => {
    for (const field of ['domain', 'creative_id', 'product_category'] as const) {
      const isWanted = field === fieldOfKind[kind]
      if (isWanted !== (given[field] === null)) continue
      const message = isWanted ? 'must not be empty' : `does not go with the kind ${kind}`
      context.addIssue({ code: 'custom', path: [field], message })
    }
    if (given.site_id !== null && given.ad_unit_id !== null)
      context.addIssue({ code: 'custom', path: ['ad_unit_id'], message: 'does not go with a site' })
  })

/** What publishers see of an ad. */
export const describedAd = z.object({
  id: z.string(),
  title: z.string(),
  /** Host name of the ad's link. */
  domain: z.string(),
  /** The advertiser's public name. Null if none is set. */
  advertiser_name: z.string().nullable()
})

export const blockRule = resource(
  'block_rules',
  z.object({
    kind: z.enum(blockRuleKinds),
    /** Ads that link to this domain or its subdomains are blocked. Null for other kinds. */
    domain: z.string().nullable(),
    /** The ad that the rule names. Null for the kinds `domain` and `category`. */
    ad: describedAd.nullable(),
    /** Ads that sell this are blocked. Null for other kinds. */
    product_category: z.enum(productCategoryIds).nullable(),
    site_id: z.string().nullable(),
    ad_unit_id: z.string().nullable(),
    note: z.string().nullable(),
    created_at: moment
  })
)
export const blockRuleDocument = document(blockRule)
export const blockRuleList = documentWithMeta(z.array(blockRule), pagination)
