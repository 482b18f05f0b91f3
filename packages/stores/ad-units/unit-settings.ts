import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { success } from '@mille/api/result.ts'
import { createSavedForm } from '../shared/saved-form.ts'

type UnitSettings = Pick<AdUnit['attributes'], 'name' | 'size' | 'ad_type' | 'disallowed_ratings'>

/** State of a unit's settings: its name, its size and the ads it accepts. */
export function createUnitSettingsStores(api: Pick<Api, 'adUnits'>, unit: AdUnit) {
  return createSavedForm(
    settingsOf(unit),
    async form => {
      const result = await api.adUnits.updateAdUnit({ id: unit.id, ...form })
      return result.ok ? success(settingsOf(result.value.data)) : result
    },
    textOf
  )
}

function settingsOf({ attributes }: AdUnit): UnitSettings {
  const { name, size, ad_type, disallowed_ratings } = attributes
  return { name, size, ad_type, disallowed_ratings }
}

/** Serializes settings for comparison, ignoring the order in which ratings were ticked. */
function textOf({ disallowed_ratings, ...rest }: UnitSettings): string {
  return JSON.stringify([rest, [...disallowed_ratings].sort()])
}
