import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import type { UnitFallback } from '@mille/api/constants.ts'
import { success } from '@mille/api/result.ts'
import { createSavedForm } from '../shared/saved-form.ts'

export type FallbackForm = { fallback: UnitFallback }

/** State of the setting for what an ad unit shows when it has neither a campaign nor a house ad. */
export function createFallbackStores(api: Pick<Api, 'adUnits'>, { id, attributes }: AdUnit) {
  const { fallback } = attributes
  return createSavedForm<FallbackForm>({ fallback }, async form => {
    const result = await api.adUnits.updateAdUnit({ id, ...form })
    return result.ok ? success({ fallback: result.value.data.attributes.fallback }) : result
  })
}
