import { z } from 'zod'
import {
  document,
  documentWithMeta,
  idInput,
  many,
  pageInput,
  pagination,
  resource,
  units
} from '../schema.ts'

export const listInput = z.object({ id: idInput, ...pageInput })
export const updateInput = z
  .object({
    id: idInput,
    target_id: idInput,
    excluded_by_ad_unit: z.boolean().optional(),
    excluded_by_site: z.boolean().optional()
  })
  .refine(it => it.excluded_by_ad_unit !== undefined || it.excluded_by_site !== undefined, {
    error: 'is required unless excluded_by_site is given',
    path: ['excluded_by_ad_unit']
  })

/** What an advertiser takes out of a campaign, and by which the rows of a report can be. */
export const exclusionTargets = ['site', 'ad_unit'] as const
const targetType = z.enum(exclusionTargets)
export const exclusionsInput = z.object({
  id: idInput,
  target_type: targetType,
  /** Of which it is asked; of all of them the answer says whether they are excluded. */
  target_ids: many(idInput)
})
export const setExclusionsInput = z.object({
  id: idInput,
  target_type: targetType,
  /** All of them or, where one is unknown, none. */
  target_ids: z.array(idInput).min(1).max(100, 'must have at most 100 values'),
  excluded: z.boolean()
})

/** An ad unit on which a campaign ran, or that it excludes. */
export const trafficSource = resource(
  'ad_units_traffic',
  z.object({
    /** Null for a unit that is on no site. */
    domain_name: z.string().nullable(),
    size: z.string(),
    excluded_by_ad_unit: z.boolean(),
    /** With all other units of its site. */
    excluded_by_site: z.boolean(),
    served: z.number().int(),
    billable: z.number().int(),
    clicked: z.number().int(),
    /** Charged for it so far, in the campaign's asset. */
    spent: units
  })
)
export const trafficSourceDocument = document(trafficSource)
export const trafficSourceList = documentWithMeta(z.array(trafficSource), pagination)

/** A site or an ad unit, by its own ID. */
export const exclusion = resource(
  'campaign_exclusions',
  z.object({
    target_type: targetType,
    excluded: z.boolean(),
    /** Of an ad unit: all units of its site are. Of a site the same as `excluded`. */
    excluded_by_site: z.boolean()
  })
)
export const exclusionList = document(z.array(exclusion))
