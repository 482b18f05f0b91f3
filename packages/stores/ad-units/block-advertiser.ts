import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import type { Site } from '@mille/api/sites/endpoints.ts'
import { atom } from 'nanostores'
import { createBlockRulesStores } from './block-rules.ts'

const maxPlaces = 100
const noRules = { list: { data: [], meta: { pagination: { records: 0 } } }, query: '' }

/** State for blocking what a list shows. The existing rules and the places are not part of the list's page. */
export function createBlockAdvertiserStores(api: Pick<Api, 'adUnits' | 'sites'>) {
  const $places = atom<{ sites: readonly Site[]; units: readonly AdUnit[] }>({
    sites: [],
    units: []
  })
  return {
    ...createBlockRulesStores(api, noRules),
    $places,

    /** Loads the sites and ad units for which a rule can be made. Without them, it is for all. */
    async loadPlaces(): Promise<void> {
      const [sites, units] = await Promise.all([
        api.sites.listSites({ 'page[limit]': maxPlaces }),
        api.adUnits.listAdUnits({ 'page[limit]': maxPlaces })
      ])
      $places.set({
        sites: sites.ok ? sites.value.data : [],
        units: units.ok ? units.value.data : []
      })
    }
  }
}
