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

/** Kinds of traffic sources that an advertiser can exclude from a campaign, and by which a report can be grouped. */
export const exclusionTargets = ['site', 'ad_unit'] as const
const targetType = z.enum(exclusionTargets)
export const exclusionsInput = z.object({
  id: idInput,
  target_type: targetType,
  /** The sites or ad units to look up. The answer says for each whether it is excluded. */
  target_ids: many(idInput)
})
export const setExclusionsInput = z.object({
  id: idInput,
  target_type: targetType,
  /** The change applies to all targets, or to none if one of them is unknown. */
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
    /** Whether the campaign excludes the unit's whole site. */
    excluded_by_site: z.boolean(),
    served: z.number().int(),
    billable: z.number().int(),
    clicked: z.number().int(),
    /** Amount charged for the ad unit so far, in the campaign's currency. */
    spent: units
  })
)
export const trafficSourceDocument = document(trafficSource)
export const trafficSourceList = documentWithMeta(z.array(trafficSource), pagination)

/** The exclusion state of a site or an ad unit. The resource's ID is that of the target. */
export const exclusion = resource(
  'campaign_exclusions',
  z.object({
    target_type: targetType,
    excluded: z.boolean(),
    /** For an ad unit: whether its whole site is excluded. For a site: the same as `excluded`. */
    excluded_by_site: z.boolean()
  })
)
export const exclusionList = document(z.array(exclusion))
