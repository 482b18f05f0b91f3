import type { AdUnit, CodeCheck } from '@mille/api/ad-units/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'
import { completeWebAddress } from '../shared/web-address.ts'

export type CodeCheckState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'success'; found: CodeCheck['attributes'] }
  | { status: 'error'; problem: Problem }

/**
 * State of checking whether a page contains a unit’s snippet, as the network sees the page; starts with the unit’s own
 * page.
 */
export function createCodeCheckStores(api: Pick<Api, 'adUnits'>, unit: AdUnit) {
  const $pageUrl = atom(unit.attributes.page_url)
  const $check = atom<CodeCheckState>({ status: 'idle' })

  function changePage(pageUrl: string) {
    $pageUrl.set(pageUrl)
    if ($check.get().status !== 'loading') $check.set({ status: 'idle' })
  }

  async function check() {
    if ($check.get().status === 'loading') return
    $check.set({ status: 'loading' })
    const page = completeWebAddress($pageUrl.get())
    const result = await api.adUnits.checkAdUnitCode({
      id: unit.id,
      ...(page !== '' && { page_url: page })
    })
    $check.set(
      result.ok
        ? { status: 'success', found: result.value.data.attributes }
        : { status: 'error', problem: firstProblem(result) }
    )
  }

  return { $pageUrl, $check, changePage, check }
}
