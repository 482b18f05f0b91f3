import type { Api } from '@mille/api/client.ts'
import { largestPage } from '@mille/api/page-sizes.ts'
import type { Exclusion, ExclusionTarget } from '@mille/api/traffic-sources/endpoints.ts'
import { atom, computed } from 'nanostores'
import { type CampaignView, viewCampaigns } from '../campaigns/campaign-view.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type LoadedExclusions = {
  target: ExclusionTarget
  /** The only campaign in the report; null when the reader has to choose one. */
  campaignId: string | null
  /** The campaign's exclusions among the report's rows. */
  exclusions: readonly Exclusion[]
}
export type ExclusionChange = { campaignId: string; ids: readonly string[]; excluded: boolean }

/** State of selected sites or ad units in a report, which are excluded from a campaign together or included again. */
export function createExclusionStores(api: Api, loaded: LoadedExclusions) {
  const $selected = atom<ReadonlySet<string>>(new Set())
  const { $exclusions, findOut, differing, change } = createKnownExclusions(api, loaded)
  const $isWorking = atom(false)
  const $problem = atom<Problem | null>(null)
  /** The last change, for undoing it, without items that already were in the wanted state. */
  const $done = atom<ExclusionChange | null>(null)
  const $campaigns = atom<ChoosableCampaigns | null>(null)

  /** Runs one task at a time and returns true on success. After a failure, the selection is kept. */
  async function run(work: () => Promise<Problem | null>): Promise<boolean> {
    if ($isWorking.get()) return false
    $isWorking.set(true)
    const problem = await work()
    $isWorking.set(false)
    $problem.set(problem)
    return problem === null
  }

  return {
    $selected,
    $exclusions,
    $isWorking,
    $problem,
    $done,
    $campaigns,

    select(ids: readonly string[], isSelected: boolean): void {
      const others = [...$selected.get()].filter(it => !ids.includes(it))
      $selected.set(new Set(isSelected ? [...others, ...ids] : others))
    },

    forgetProblem: () => $problem.set(null),

    /** Loads the campaigns to choose from, newest first. */
    loadCampaigns: () =>
      run(async () => {
        if ($campaigns.get()) return null
        const found = await readCampaigns(api)
        if ('code' in found) return found
        $campaigns.set(found)
        return null
      }),

    apply: (campaignId: string, excluded: boolean) =>
      run(async () => {
        $done.set(null)
        const ids = [...$selected.get()].sort()
        const unknown = await findOut(campaignId, ids)
        if (unknown) return unknown
        const changed = differing({ campaignId, ids, excluded })
        const problem = await change({ campaignId, ids, excluded })
        if (problem) return problem
        $done.set({ campaignId, ids: changed, excluded })
        $selected.set(new Set())
        return null
      }),

    undo: () =>
      run(async () => {
        const done = $done.get()
        if (!done || done.ids.length === 0) return null
        const problem = await change({ ...done, excluded: !done.excluded })
        if (!problem) $done.set(null)
        return problem
      }),

    leaveDone: () => $done.set(null)
  }
}

/**
 * Keeps what is known of each campaign's exclusions, from reading or changing them, even if the answer to a change is
 * lost.
 */
function createKnownExclusions(api: Api, { target, campaignId, exclusions }: LoadedExclusions) {
  const $known = atom<ReadonlyMap<string, Known>>(
    new Map(campaignId ? [[campaignId, byId(exclusions)]] : [])
  )

  function learn(id: string, answer: readonly Exclusion[]): void {
    const before = $known.get().get(id) ?? none
    $known.set(new Map($known.get()).set(id, new Map([...before, ...byId(answer)])))
  }

  async function findOut(id: string, ids: readonly string[]): Promise<Problem | null> {
    const target_ids = ids.filter(it => !$known.get().get(id)?.has(it))
    if (target_ids.length === 0) return null
    const result = await api.trafficSources.readExclusions({ id, target_type: target, target_ids })
    if (!result.ok) return firstProblem(result)
    learn(id, result.value.data)
    return null
  }

  async function change(wish: ExclusionChange): Promise<Problem | null> {
    const { campaignId: id, ids, excluded } = wish
    const call = { id, target_type: target, target_ids: [...ids], excluded }
    const result = await api.trafficSources.setExclusions(call)
    if (!result.ok) return firstProblem(result)
    learn(id, result.value.data)
    return null
  }

  /** Returns the IDs that a change would affect, without those already in the wanted state. */
  function differing({ campaignId, ids, excluded }: ExclusionChange): string[] {
    const known = $known.get().get(campaignId) ?? none
    return ids.filter(id => (known.get(id)?.excluded ?? false) !== excluded)
  }

  const $exclusions = computed($known, known => known.get(campaignId ?? '') ?? none)
  return { $exclusions, findOut, differing, change }
}

type ChoosableCampaigns = { items: CampaignView[]; isAll: boolean }

async function readCampaigns(api: Api): Promise<ChoosableCampaigns | Problem> {
  const result = await api.campaigns.listCampaigns({ 'page[limit]': largestPage })
  if (!result.ok) return firstProblem(result)
  const items = viewCampaigns(result.value)
  const isAll = result.value.meta.pagination.records <= items.length
  return { items: items.filter(it => it.state !== 'archived'), isAll }
}

export type ExclusionStores = ReturnType<typeof createExclusionStores>

type Known = ReadonlyMap<string, Exclusion['attributes']>
const none: Known = new Map()

function byId(exclusions: readonly Exclusion[]): Known {
  return new Map(exclusions.map(it => [it.id, it.attributes]))
}
