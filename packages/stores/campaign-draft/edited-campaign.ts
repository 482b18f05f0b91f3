import { contentNames } from '@mille/api/campaigns/content-names.ts'
import { type SelectionIds, selectionNames } from '@mille/api/campaigns/selection-names.ts'
import type { Api } from '@mille/api/client.ts'
import { utmNames } from '@mille/api/constants.ts'
import type { TrafficSourceList } from '@mille/api/traffic-selection/endpoints.ts'
import { amountText } from '@mille/money/amount.ts'
import type { CampaignView } from '../campaigns/campaign-view.ts'
import { fieldOfMoment } from '../shared/moment-text.ts'
import { noTraffic, type SelectedTraffic } from '../traffic-selection/selection-rules.ts'
import {
  type CampaignDraft,
  campaignAttributes,
  campaignSteps,
  emptyCampaignDraft
} from './campaign-rules.ts'
import { draftOfCreative } from './stored-creative.ts'

export type EditedCampaign = { id: string; paymentModelId: string; draft: CampaignDraft }

export const paymentNames = [
  'currency',
  'traffic_type',
  'daily_budget',
  'max_cpm',
  'total_budget'
] as const

const campaignNames = [
  'name',
  'starts_at',
  'ends_at',
  'countries',
  'devices',
  'systems',
  'page_languages',
  'page_keywords',
  'site_share_percent',
  'hours',
  ...utmNames,
  ...contentNames,
  ...selectionNames
] as const
type CampaignName = (typeof campaignNames)[number]
type Attributes = ReturnType<typeof campaignAttributes>

/** Converts a campaign to a wizard draft: amounts are texts, and every step counts as reached. */
export function draftOfCampaign(campaign: CampaignView, traffic: SelectedTraffic): CampaignDraft {
  const { creative, payment } = campaign
  // Uses the terms that were set last, even before they apply: saving another field must not revert them.
  const terms = payment?.coming ?? payment
  const text = (units: bigint | null) =>
    units === null || payment === null ? '' : amountText(units, payment.currency)
  return {
    ...emptyCampaignDraft,
    name: campaign.name ?? '',
    starts_at: fieldOfMoment(campaign.startsAt),
    ends_at: fieldOfMoment(campaign.endsAt),
    ...campaign.utm,
    ...(creative && { ...draftOfCreative(creative), coupon_code: creative.coupon_code ?? '' }),
    ...(payment && { currency: payment.currency }),
    ...(terms && {
      traffic_type: terms.trafficType,
      daily_budget: text(terms.dailyBudget),
      max_cpm: text(terms.maxCpm),
      total_budget: text(terms.totalBudget)
    }),
    traffic,
    countries: campaign.countries ?? { mode: 'all', codes: [] },
    devices: campaign.devices,
    systems: campaign.systems,
    page_languages: campaign.pageLanguages ?? { mode: 'all', codes: [] },
    page_keywords: campaign.pageKeywords ?? emptyCampaignDraft.page_keywords,
    site_share_percent: String(campaign.siteSharePercent ?? ''),
    hours: campaign.hours ?? [],
    hours_zone: campaign.hoursZone ?? '',
    reached: campaignSteps.length - 1
  }
}

/**
 * Returns the attributes that an update has to send because they changed. The same hours in another time zone count as
 * changed.
 */
export function changedAttributes(
  before: CampaignDraft,
  after: CampaignDraft
): Pick<Attributes, CampaignName> {
  const [old, next] = [campaignAttributes(before), campaignAttributes(after)]
  const changed = campaignNames.filter(
    name =>
      JSON.stringify(old[name]) !== JSON.stringify(next[name]) ||
      (name === 'hours' && before.hours_zone !== after.hours_zone)
  )
  return Object.fromEntries(changed.map(name => [name, next[name]])) as Pick<
    Attributes,
    CampaignName
  >
}

const maxAtOnce = 100

/** Loads a campaign's selection with the names of its items; a deleted item is named by its ID. */
export async function loadTraffic(
  api: Pick<Api, 'trafficSelection'>,
  ids: SelectionIds
): Promise<SelectedTraffic> {
  const kinds = [
    ['site_ids', [...ids.selected_site_ids, ...ids.blocked_site_ids]],
    ['ad_unit_ids', [...ids.selected_ad_unit_ids, ...ids.blocked_ad_unit_ids]],
    ['category_ids', [...ids.selected_category_ids, ...ids.blocked_category_ids]]
  ] as const
  const asked = kinds.flatMap(([kind, all]) =>
    chunks(all, maxAtOnce).map(some =>
      api.trafficSelection.listTrafficSources({ [`data[attributes][${kind}][][id]`]: some })
    )
  )
  const found = (await Promise.all(asked)).flatMap(it => (it.ok ? it.value.data : []))
  if (found.length === 0 && asked.length === 0) return noTraffic
  const named = (type: Source['type'], list: readonly string[]) =>
    list.map(id => ({ id, name: nameOf(found.find(it => it.type === type && it.id === id)) ?? id }))
  return {
    selectedSites: named('sites', ids.selected_site_ids),
    blockedSites: named('sites', ids.blocked_site_ids),
    selectedAdUnits: named('ad_units', ids.selected_ad_unit_ids),
    blockedAdUnits: named('ad_units', ids.blocked_ad_unit_ids),
    selectedCategories: named('categories', ids.selected_category_ids),
    blockedCategories: named('categories', ids.blocked_category_ids)
  }
}

type Source = TrafficSourceList['data'][number]

function nameOf(source: Source | undefined): string | null {
  if (source === undefined) return null
  return source.type === 'sites' || source.type === 'ad_units'
    ? source.attributes.domain_name
    : source.attributes.name
}

function chunks<Item>(list: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size)
  )
}
