import type { PreviewState } from '@mille/api/ad-units/preview-states.ts'
import type { Api } from '@mille/api/client.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'
import { completeWebAddress } from '../shared/web-address.ts'

/** What a preview shows: a state of the unit, or the creative with that ID. */
export type PreviewChoice = { state: PreviewState } | { creative_id: string }

export type LivePreviewState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'success'; address: string; expiresAt: string }
  | { status: 'address_invalid' }
  | { status: 'error'; problem: Problem }

export type LivePreviewStores = ReturnType<typeof createLivePreviewStores>

/** An ad unit, and the page to open first. */
export type PreviewedUnit = { id: string; pageUrl: string }

/** State of looking at an ad on the page of an ad unit. */
export function createLivePreviewStores(api: Pick<Api, 'adUnits'>, start: PreviewedUnit) {
  const $unitId = atom(start.id)
  const $pageUrl = atom(start.pageUrl)
  const $preview = atom<LivePreviewState>({ status: 'idle' })

  function changePage(pageUrl: string) {
    $pageUrl.set(pageUrl)
    forget()
  }

  function changeUnit({ id, pageUrl }: PreviewedUnit) {
    $unitId.set(id)
    changePage(pageUrl)
  }

  /** Forgets the address that was created, because something else was selected. */
  function forget() {
    if ($preview.get().status !== 'loading') $preview.set({ status: 'idle' })
  }

  /** Creates the address to open; returns null if there is none. */
  async function create(choice: PreviewChoice): Promise<string | null> {
    if ($preview.get().status === 'loading') return null
    const page = URL.parse(completeWebAddress($pageUrl.get()))
    if (!page || !/^https?:$/.test(page.protocol)) {
      $preview.set({ status: 'address_invalid' })
      return null
    }
    $preview.set({ status: 'loading' })
    const result = await api.adUnits.createPreview({ id: $unitId.get(), ...choice })
    if (!result.ok) {
      $preview.set({ status: 'error', problem: firstProblem(result) })
      return null
    }
    const { token, expires_at: expiresAt } = result.value.data.attributes
    page.searchParams.set('mille-preview', token)
    $preview.set({ status: 'success', address: page.href, expiresAt })
    return page.href
  }

  return { $unitId, $pageUrl, $preview, changeUnit, changePage, forget, create }
}
