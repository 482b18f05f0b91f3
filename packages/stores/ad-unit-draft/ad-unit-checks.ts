import '../shared/no-eval.ts'
import { createAdUnitInput } from '@mille/api/ad-units/schema.ts'
import { createSiteInput } from '@mille/api/sites/schema.ts'
import {
  type AdUnitDraft,
  type AdUnitStep,
  adUnitAttributes,
  adUnitStepFields,
  siteAttributes
} from './ad-unit-rules.ts'

/** Returns the errors in the fields of one step, found by the same schemas that the server uses. */
export function checkAdUnitStep(draft: AdUnitDraft, step: AdUnitStep): Record<string, string> {
  const errors: Record<string, string> = {}
  const checks = [
    createSiteInput.safeParse(siteAttributes(draft)),
    createAdUnitInput.safeParse(adUnitAttributes(draft))
  ]
  for (const issue of checks.flatMap(check => check.error?.issues ?? [])) {
    const field = String(issue.path[0])
    if (adUnitStepFields[step].includes(field))
      errors[field] ??= field === 'impressions' ? 'is not a number of views' : issue.message
  }
  if (step === 'categories' && draft.category_ids.length === 0)
    errors.category_ids ??= 'Choose at least one subject'
  return errors
}
