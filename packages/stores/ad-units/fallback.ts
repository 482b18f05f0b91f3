import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import type { UnitFallback } from '@mille/api/constants.ts'
import { success } from '@mille/api/result.ts'
import { createSavedForm } from '../shared/saved-form.ts'
import { completeWebAddress } from '../shared/web-address.ts'

export type FallbackForm = { fallback: UnitFallback; fallback_text: string; fallback_link: string }

/** What a unit shows without a campaign. */
export function createFallbackStores(api: Pick<Api, 'adUnits'>, unit: AdUnit) {
  return createSavedForm(formOf(unit), async ({ fallback, fallback_text, fallback_link }) => {
    const words =
      fallback === 'own' ? { fallback_text, fallback_link: completeWebAddress(fallback_link) } : {}
    const result = await api.adUnits.updateAdUnit({ id: unit.id, fallback, ...words })
    return result.ok ? success(formOf(result.value.data)) : result
  })
}

function formOf({ attributes }: AdUnit): FallbackForm {
  const { fallback, fallback_text, fallback_link } = attributes
  return {
    fallback,
    fallback_text: fallback_text ?? '',
    fallback_link: fallback_link ?? ''
  }
}
