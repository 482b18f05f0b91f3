import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type AdUnitStores = ReturnType<typeof createAdUnitStores>

/** State of one ad unit of the account, and its archiving. */
export function createAdUnitStores(api: Api, loaded: AdUnit) {
  const $unit = atom(loaded)
  const $isArchiving = atom(false)
  const $problem = atom<Problem | null>(null)

  /** Archives the unit: it shows no more ads, and keeps its history and its money. */
  async function archive(): Promise<boolean> {
    const unit = $unit.get()
    $isArchiving.set(true)
    const result = await api.adUnits.archiveAdUnit({ id: unit.id })
    $isArchiving.set(false)
    $problem.set(result.ok ? null : firstProblem(result))
    if (result.ok) $unit.set({ ...unit, attributes: { ...unit.attributes, state: 'archived' } })
    return result.ok
  }

  return { $unit, $isArchiving, $problem, archive }
}
