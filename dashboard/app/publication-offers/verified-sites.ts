import type { Api } from '@mille/api/client.ts'

/** The sites that the account may offer something on; none for who is not signed in. */
export async function verifiedSites(api: Api): Promise<{ id: string; name: string }[]> {
  const sites = await api.sites.listSites({ 'page[limit]': 100 })
  if (!sites.ok) return []
  return sites.value.data
    .filter(it => it.attributes.state === 'verified')
    .map(it => ({ id: it.id, name: it.attributes.domain_name }))
}
