import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import type { UnitFallback } from '@mille/api/constants.ts'
import { success } from '@mille/api/result.ts'
import { createSavedForm } from '../shared/saved-form.ts'
import { completeWebAddress } from '../shared/web-address.ts'

/** The setting as typed. The address is kept while another fallback is selected. */
export type FallbackForm = { fallback: UnitFallback; fallback_url: string }

/** State of the setting for what an ad unit shows when it has neither a campaign nor a house ad. */
export function createFallbackStores(api: Pick<Api, 'adUnits'>, { id, attributes }: AdUnit) {
  return createSavedForm<FallbackForm>(formOf(attributes), async ({ fallback, fallback_url }) => {
    // An address that is not shown is not sent, so that its error cannot refuse another fallback.
    const address = completeWebAddress(fallback_url) || null
    const changes = fallback === 'frame' ? { fallback, fallback_url: address } : { fallback }
    const result = await api.adUnits.updateAdUnit({ id, ...changes })
    if (!result.ok) return result
    const saved = formOf(result.value.data.attributes)
    return success(fallback === 'frame' ? saved : { ...saved, fallback_url })
  })
}

function formOf({ fallback, fallback_url }: AdUnit['attributes']): FallbackForm {
  return { fallback, fallback_url: fallback_url ?? '' }
}
