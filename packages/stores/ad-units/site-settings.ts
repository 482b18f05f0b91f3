import type { Api } from '@mille/api/client.ts'
import { type Language, languages } from '@mille/api/reference-data/languages.ts'
import { success } from '@mille/api/result.ts'
import type { Site } from '@mille/api/sites/endpoints.ts'
import { createSavedForm } from '../shared/saved-form.ts'

export type SiteSettingsStores = ReturnType<typeof createSiteSettingsStores>
type SiteSettings = { language: Language; category_ids: string[] }

/** State of the site settings that advertisers choose by: language and categories. */
export function createSiteSettingsStores(api: Pick<Api, 'sites'>, site: Site) {
  return createSavedForm(
    settingsOf(site),
    async form => {
      const result = await api.sites.updateSite({ id: site.id, ...form })
      return result.ok ? success(settingsOf(result.value.data)) : result
    },
    textOf
  )
}

function settingsOf({ attributes, relationships }: Site): SiteSettings {
  return {
    // The table's check constraint guarantees a language that the API knows.
    language: languages.find(code => code === attributes.language) ?? 'en',
    category_ids: relationships.categories.data.map(it => it.id)
  }
}

/** Serializes settings for comparison, ignoring the order in which categories were ticked. */
function textOf({ language, category_ids }: SiteSettings): string {
  return JSON.stringify([language, [...category_ids].sort()])
}
