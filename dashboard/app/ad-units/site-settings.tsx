import type { Site } from '@mille/api/sites/endpoints.ts'
import { createSiteSettingsStores } from '@mille/stores/ad-units/site-settings.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '../page/app-context.tsx'
import { SiteForm } from './site-form.tsx'
import type { Offered } from './step-props.ts'

/** The unit's site, as it is shown to advertisers: all units on it share this. */
export function SiteSettings({ site, categories }: { site: Site } & Pick<Offered, 'categories'>) {
  const api = useApi()
  // Made once: the page loads its data again after other changes, and what is being chosen here stays.
  const [stores] = useState(() => createSiteSettingsStores(api, site))
  const revalidator = useRevalidator()
  return (
    <SiteForm
      domainName={site.attributes.domain_name}
      stores={stores}
      categories={categories}
      onSaved={() => void revalidator.revalidate()}
    />
  )
}
