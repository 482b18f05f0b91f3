import type { CampaignList } from '@mille/api/campaigns/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { createPagedList, type Page } from '../shared/paged-list.ts'
import { type CampaignView, viewCampaigns } from './campaign-view.ts'
import { createManyCampaignsStores } from './many-campaigns.ts'

/** State of the account's campaigns, newest first, with the first page loaded. */
export function createCampaignsStores(api: Api, loaded: CampaignList) {
  const list = createPagedList(viewPage(loaded), async offset => {
    const result = await api.campaigns.listCampaigns({ 'page[offset]': offset })
    return result.ok ? { ...result, value: viewPage(result.value) } : result
  })
  const $campaigns = list.$items
  const many = createManyCampaignsStores(api, { $campaigns, put: list.put })
  return { ...list, $campaigns, many }
}

function viewPage(page: CampaignList): Page<CampaignView> {
  return { data: viewCampaigns(page), meta: page.meta }
}
