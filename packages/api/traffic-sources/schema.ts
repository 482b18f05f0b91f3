import { z } from 'zod'
import {
  document,
  documentWithMeta,
  idInput,
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
