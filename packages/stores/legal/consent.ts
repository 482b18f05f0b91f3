import type { Api } from '@mille/api/client.ts'
import type { LegalConsent } from '@mille/api/legal/endpoints.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'
import { dueConsents, versionsOf } from './due-consents.ts'

export type ConsentStores = ReturnType<typeof createConsentStores>
type ConsentApi = { legal: Pick<Api['legal'], 'listLegalConsents' | 'giveLegalConsent'> }

/** Asks for consent to the current legal pages, before something that needs it. Asks for nothing that is agreed to. */
export function createConsentStores(api: ConsentApi) {
  const $due = atom<readonly LegalConsent[]>([])
  const $problem = atom<Problem | null>(null)
  const $isSaving = atom(false)
  let loading: Promise<void> | null = null

  async function read(): Promise<void> {
    const list = await api.legal.listLegalConsents()
    // If the list cannot be read, nothing is asked here: the overview asks too.
    const due = list.ok ? dueConsents(list.value.data) : []
    if (due.length > 0) $due.set(due)
  }

  return {
    ...{ $due, $problem, $isSaving },
    load(): Promise<void> {
      loading ??= read()
      return loading
    },
    /** Records consent to the versions that are shown. Returns false if it failed, or if none were shown in time. */
    async agree(): Promise<boolean> {
      if ($isSaving.get()) return false
      const shown = $due.get()
      $isSaving.set(true)
      await loading
      const isShown = $due.get() === shown
      const result =
        isShown && shown.length > 0 ? await api.legal.giveLegalConsent(versionsOf(shown)) : null
      $isSaving.set(false)
      $problem.set(result === null || result.ok ? null : firstProblem(result))
      if (result?.ok) $due.set([])
      return isShown && (result === null || result.ok)
    }
  }
}
