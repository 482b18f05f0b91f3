import type { Api } from '@mille/api/client.ts'
import type { Site } from '@mille/api/sites/endpoints.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type VerificationMethod = 'meta_tag' | 'file' | 'dns_txt'

/** State of the verification that a site belongs to the account. */
export function createSiteVerificationStores(api: Api, loaded: Site) {
  const $site = atom(loaded)
  const $isChecking = atom(false)
  const $problem = atom<Problem | null>(null)

  /** Asks the server to look for the proof on the site now. */
  async function verify(method: VerificationMethod) {
    if ($isChecking.get()) return
    $isChecking.set(true)
    $problem.set(null)
    const result = await api.sites.verifySite({ id: $site.get().id, method })
    $isChecking.set(false)
    if (result.ok) $site.set(result.value.data)
    else $problem.set(firstProblem(result))
  }

  return { $site, $isChecking, $problem, verify }
}
