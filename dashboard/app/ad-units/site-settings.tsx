import type { Site } from '@mille/api/sites/endpoints.ts'
import { createSiteSettingsStores } from '@mille/stores/ad-units/site-settings.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '../page/app-context.tsx'
import { SiteForm } from './site-form.tsx'
import type { Offered } from './step-props.ts'

/** Settings of the unit's site, as advertisers see the site. All units on the site share them. */
export function SiteSettings({ site, categories }: { site: Site } & Pick<Offered, 'categories'>) {
  const api = useApi()
  // Created once: the page reloads its data after other changes, and the current choices must remain.
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
