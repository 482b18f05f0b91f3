import type { PageContext } from '../page/loads/page-context.ts'

/** Returns the sites on which the account may make offers. Visitors have none. */
export async function verifiedSites({
  api,
  isVisitor
}: Pick<PageContext, 'api' | 'isVisitor'>): Promise<{ id: string; name: string }[]> {
  if (isVisitor()) return []
  const sites = await api.sites.listSites({ 'page[limit]': 100 })
  if (!sites.ok) return []
  return sites.value.data
    .filter(it => it.attributes.state === 'verified')
    .map(it => ({ id: it.id, name: it.attributes.domain_name }))
}
