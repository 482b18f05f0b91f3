import { z } from 'zod'
import { blockRuleKinds, blockRuleNoteLength } from '../constants.ts'
import { typedDomain } from '../host-names.ts'
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
  /** Searches for a part of a domain, of an ad’s title, of an advertiser’s name or of a note. */
  'filter[query]': z.string().trim().max(100).default('')
})
export const blockRuleInput = z.object({ id: idInput })
/** If neither a site nor an ad unit is set, the rule applies to all of the account’s ad units. */
export const createBlockRuleInput = z
  .object({
    kind: z.enum(blockRuleKinds),
    /** The blocked domain. Only for the kind `domain`. */
    domain: domain.nullable().default(null),
    /** Id of the ad. The rule blocks this ad or, depending on `kind`, all ads of its advertiser. */
    creative_id: idInput.nullable().default(null),
    site_id: idInput.nullable().default(null),
    ad_unit_id: idInput.nullable().default(null),
    note: plainText(blockRuleNoteLength).nullable().default(null)
  })
  .superRefine(({ kind, ...given }, context) => {
    const [wanted, other] =
      kind === 'domain'
        ? (['domain', 'creative_id'] as const)
        : (['creative_id', 'domain'] as const)
    if (given[wanted] === null)
      context.addIssue({ code: 'custom', path: [wanted], message: 'must not be empty' })
    if (given[other] !== null)
      context.addIssue({
        code: 'custom',
        path: [other],
        message: `does not go with the kind ${kind}`
      })
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
    /** Ads that link to this domain or its subdomains are blocked. Null if the rule names an ad. */
    domain: z.string().nullable(),
    ad: describedAd.nullable(),
    site_id: z.string().nullable(),
    ad_unit_id: z.string().nullable(),
    note: z.string().nullable(),
    created_at: moment
  })
)
export const blockRuleDocument = document(blockRule)
export const blockRuleList = documentWithMeta(z.array(blockRule), pagination)
