import type { Site } from '@mille/api/sites/endpoints.ts'
import { createSiteSettingsStores } from '@mille/stores/ad-units/site-settings.ts'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '../page/app-context.tsx'
import { siteMessages as messages } from './messages.ts'
import { SiteForm } from './site-form.tsx'
import type { Offered } from './step-props.ts'

/** The unit's site, as it is shown to advertisers: all units on it share this. */
export function SiteSettings({ site, categories }: { site: Site } & Pick<Offered, 'categories'>) {
  const api = useApi()
  // Made once: the page loads its data again after other changes, and what is being chosen here stays.
  const [stores] = useState(() => createSiteSettingsStores(api, site))
  const toast = useToast()
  const revalidator = useRevalidator()

  async function save() {
    if (!(await stores.save())) return
    toast.show({ title: messages.saved })
    void revalidator.revalidate()
  }

  return (
    <SiteForm
      domainName={site.attributes.domain_name}
      stores={stores}
      categories={categories}
      onSubmit={() => void save()}
    />
  )
}
