import { z } from 'zod'
import { document, idInput } from '../schema.ts'

/** Why a campaign may not be shown in a unit; the first that applies. */
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
  /** The ad is in another one than the page, and not in English. */
  'language',
  /** The campaign is not for pages in that language. */
  'page_language',
  /** The site's home page has none of the words that the campaign includes, or one that it excludes. */
  'page_keywords',
  'rating',
  'refused',
  'no_fitting_creative',
  'excluded_unit',
  'excluded_site',
  'blocked',
  'not_selected',
  /** Its price is below the unit’s floor, or cannot be compared with it for want of an exchange rate. */
  'below_floor',
  /** The publisher shows only approved ads, and has not approved this one: nothing else is missing. */
  'not_approved',
  /** In the last seven days the unit had visitors, but none in the campaign's audience. */
  'visitors'
])
/** What keeps the unit or the campaign itself from showing anything. */
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

export const diagnosisInput = z.object({ id: idInput })

/** Counts only: the owners of the campaigns and units stay private. */
export const diagnosis = z.object({
  type: z.literal('diagnoses'),
  id: z.string(),
  attributes: z.object({
    problems: z.array(problem),
    /** Running campaigns for a unit, open units for a campaign. */
    total: z.number().int(),
    eligible: z.number().int(),
    /** The others, by the first reason that applies. */
    reasons: z.partialRecord(reason, z.number().int())
  })
})
export const diagnosisDocument = document(diagnosis)
