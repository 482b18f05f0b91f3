import type { PublisherRules } from '@mille/api/ad-units/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { success } from '@mille/api/result.ts'
import { createSavedForm } from '../shared/saved-form.ts'

/** The domains that all units of an account block, one in each line as they are typed. */
export function createBlockedDomainsStores(api: Pick<Api, 'adUnits'>, rules: PublisherRules) {
  return createSavedForm(formOf(rules), async form => {
    const result = await api.adUnits.updatePublisherRules({
      blocked_domains: linesOf(form.blocked_domains)
    })
    return result.ok ? success(formOf(result.value.data)) : result
  })
}

function formOf({ attributes }: PublisherRules): { blocked_domains: string } {
  return { blocked_domains: attributes.blocked_domains.join('\n') }
}

/** Lists that come from elsewhere have commas or semicolons too. */
function linesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter(it => it !== '')
}
