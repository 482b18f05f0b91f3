import { z } from 'zod'
import { document, idInput } from '../schema.ts'

/** Reasons why a campaign cannot be shown in a unit. The first one that applies is reported. */
export const reason = z.enum([
  'not_active',
  'not_started',
  'ended',
  'outside_hours',
  'no_funds',
  'total_budget',
  'day_budget',
  'affiliate_unit',
  'own_traffic',
  /** The ad is neither in the page's language nor in English. */
  'language',
  /** The campaign's targeting excludes the language of the page. */
  'page_language',
  /** The home page of the site contains none of the campaign's included words, or contains an excluded one. */
  'page_keywords',
  'rating',
  'refused',
  'no_fitting_creative',
  'excluded_unit',
  'excluded_site',
  'blocked',
  'not_selected',
  /** The unit's site has taken its maximum share of the campaign's daily budget today. */
  'site_share',
  /** The campaign's price is below the unit's floor price, or cannot be compared because there is no exchange rate. */
  'below_floor',
  /** The publisher shows only approved ads and has not approved this one, which meets all other conditions. */
  'not_approved',
  /** In the last seven days the unit had visitors, but none in the campaign's audience. */
  'visitors'
])
/** Problems that prevent the unit or the campaign from showing or being shown at all. */
export const problem = z.enum([
  'account_suspended',
  'unit_archived',
  'unit_excluded',
  'site_unverified',
  'inside_address',
  'affiliate_unit',
  'not_active',
  'not_started',
  'ended',
  'outside_hours',
  'no_funds',
  'total_budget',
  'day_budget'
])

/** What a unit shows while no campaign matches it. */
const instead = z.enum(['house_ads', 'invitation', 'frame', 'nothing'])

export const diagnosisInput = z.object({ id: idInput })

/** A diagnosis contains only counts, so that the owners of the campaigns and units stay private. */
export const diagnosis = z.object({
  type: z.literal('diagnoses'),
  id: z.string(),
  attributes: z.object({
    problems: z.array(problem),
    /** Number of running campaigns (for a unit) or of open units (for a campaign). */
    total: z.number().int(),
    eligible: z.number().int(),
    /** Counts of the ones that are not eligible, by the first reason that applies. */
    reasons: z.partialRecord(reason, z.number().int()),
    /** What the unit shows while no campaign matches it: `frame` is the page of another network. Missing for a campaign. */
    instead: instead.optional()
  })
})
export const diagnosisDocument = document(diagnosis)
