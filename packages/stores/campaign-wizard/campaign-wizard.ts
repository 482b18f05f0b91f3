import type { Api } from '@mille/api/client.ts'
import type { TrafficSourceList } from '@mille/api/traffic-selection/endpoints.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'
import { applyPack } from '../traffic-selection/apply-pack.ts'
import { noTraffic, type SelectedTraffic, select } from '../traffic-selection/selection-rules.ts'
import { noSource, type TrafficSource } from './traffic-source.ts'

export type CampaignWizardState =
  | { status: 'loading'; source: TrafficSource }
  /** `restarted` means that the source could not be used, so the wizard continues with all categories. */
  | { status: 'loaded'; source: TrafficSource; traffic: SelectedTraffic; restarted: boolean }
  | { status: 'error'; source: TrafficSource; problem: Problem }

/** State of how the campaign wizard starts: with the traffic named in the link, or with all traffic. */
export function createCampaignWizardStores(
  api: Pick<Api, 'trafficSelection'>,
  asked: TrafficSource = noSource
) {
  const $wizard = atom<CampaignWizardState>({ status: 'loading', source: asked })

  async function load(source: TrafficSource, restarted: boolean): Promise<void> {
    $wizard.set({ status: 'loading', source })
    const result = await api.trafficSelection.listTrafficSources(parametersOf(source))
    if (!result.ok) {
      $wizard.set({ status: 'error', source, problem: firstProblem(result) })
      return
    }
    if (source.type !== 'all-categories' && isOfNoUse(result.value)) return load(noSource, true)
    const traffic = source.type === 'all-categories' ? noTraffic : trafficOf(result.value)
    $wizard.set({ status: 'loaded', source, traffic, restarted })
  }

  return {
    $wizard,
    initialize: () => load(asked, false),
    restart: () => load(noSource, true)
  }
}

/** Whether a source sells nothing: it no longer exists, or is an ad unit that shows only affiliate invitations. */
function isOfNoUse({ data }: TrafficSourceList): boolean {
  return (
    data.length === 0 ||
    data.some(it => it.type === 'ad_units' && it.attributes.kind === 'affiliate')
  )
}

function trafficOf({ data, included }: TrafficSourceList): SelectedTraffic {
  return data.reduce((traffic, it) => {
    if (it.type === 'traffic_packs') return applyPack(traffic, { data: it, included })
    if (it.type === 'categories')
      return select(traffic, 'category', { id: it.id, name: it.attributes.name })
    const name = it.attributes.domain_name ?? it.id
    return select(traffic, it.type === 'sites' ? 'site' : 'ad_unit', { id: it.id, name })
  }, noTraffic)
}

function parametersOf(source: TrafficSource) {
  switch (source.type) {
    case 'category':
      return { 'data[attributes][category_ids][][id]': source.ids }
    case 'ad_unit':
      return { 'data[attributes][ad_unit_ids][][id]': source.ids }
    case 'site':
      return { 'data[attributes][site_ids][][id]': source.ids }
    case 'traffic_pack':
      return { 'data[attributes][traffic_pack_ids][][id]': source.ids }
    default:
      return {}
  }
}
