import type { CampaignList } from '@mille/api/campaigns/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { atom, computed } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'
import { viewCampaigns } from './campaign-view.ts'

/** The account's campaigns, newest first, with the first page loaded. */
export function createCampaignsStores(api: Api, loaded: CampaignList) {
  const $campaigns = atom(viewCampaigns(loaded))
  const $records = atom(loaded.meta.pagination.records)
  const $hasMore = computed(
    [$campaigns, $records],
    (campaigns, records) => campaigns.length < records
  )
  const $isLoading = atom(false)
  const $problem = atom<Problem | null>(null)

  async function loadMore() {
    if ($isLoading.get()) return
    $isLoading.set(true)
    const result = await api.campaigns.listCampaigns({ 'page[offset]': $campaigns.get().length })
    $isLoading.set(false)
    $problem.set(result.ok ? null : firstProblem(result))
    if (!result.ok) return
    const known = new Set($campaigns.get().map(campaign => campaign.id))
    // A campaign created meanwhile moves the pages by one.
    $campaigns.set([
      ...$campaigns.get(),
      ...viewCampaigns(result.value).filter(it => !known.has(it.id))
    ])
    $records.set(result.value.meta.pagination.records)
  }

  return { $campaigns, $hasMore, $isLoading, $problem, loadMore }
}
