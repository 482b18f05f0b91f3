import type { Banner } from '@mille/api/banners/endpoints.ts'
import type {
  Campaign,
  CampaignDocument,
  CampaignList,
  Creative,
  PaymentModel
} from '@mille/api/campaigns/endpoints.ts'
import { type SelectionIds, selectionNames } from '@mille/api/campaigns/selection-names.ts'
import { type CampaignState, type UtmName, utmNames } from '@mille/api/constants.ts'
import { localTime } from '@mille/api/time-zones.ts'
import type { Asset } from '@mille/money/amount.ts'
import { findIncluded } from '../shared/included.ts'

/** A campaign with its related resources, from a JSON:API document. Amounts are in units of 1e-8 of `asset`. */
export type CampaignView = {
  id: string
  /** The name given by the owner; null when the campaign is shown by its headline. */
  name: string | null
  state: CampaignState
  /**
   * The state shown to readers: an active campaign may not have started yet, may have ended, or may be outside its
   * hours.
   */
  status: CampaignStatus
  /** Which visitors see the campaign; null means all. */
  countries: Campaign['attributes']['countries']
  devices: Campaign['attributes']['devices']
  systems: Campaign['attributes']['systems']
  pageLanguages: Campaign['attributes']['page_languages']
  pageKeywords: Campaign['attributes']['page_keywords']
  /** The maximum share of the daily budget for one site; null means no limit. */
  siteSharePercent: number | null
  /** The hours of the week in which the campaign is shown; null means always. */
  hours: Campaign['attributes']['hours']
  hoursZone: string | null
  startsAt: string | null
  endsAt: string | null
  /** UTM parameters added to the link on a click; empty ones are left out. */
  utm: Record<UtmName, string>
  asset: Asset
  balance: bigint
  spent: bigint
  createdAt: string
  creative: CreativeView | null
  payment: PaymentView | null
  selection: SelectionIds
}

export type CampaignStatus = CampaignState | 'not_started' | 'ended' | 'outside_hours'

export type CreativeView = Creative['attributes'] & { id: string; banners: Banner[] }

export type TermsView = {
  trafficType: PaymentModel['attributes']['traffic_type']
  dailyBudget: bigint
  maxCpm: bigint | null
  totalBudget: bigint | null
}
export type PaymentView = TermsView & {
  id: string
  currency: PaymentModel['attributes']['currency']
  /** Terms that were set and apply from a later time. */
  coming: (TermsView & { validFrom: string }) | null
}

type Included = CampaignList['included']

export function viewCampaign({ data, included }: CampaignDocument): CampaignView {
  return joinCampaign(data, included)
}

export function viewCampaigns({ data, included }: CampaignList): CampaignView[] {
  return data.map(campaign => joinCampaign(campaign, included))
}

export function joinCreative(
  creative: Creative,
  included: ReadonlyArray<Creative | PaymentModel | Banner>
): CreativeView {
  const banners = creative.relationships.banners.data.flatMap(
    it => findIncluded(included, it) ?? []
  )
  return { ...creative.attributes, id: creative.id, banners }
}

export function viewPayment({ id, attributes }: PaymentModel): PaymentView {
  const { coming } = attributes
  return {
    id,
    currency: attributes.currency,
    ...viewTerms(attributes),
    coming: coming && { ...viewTerms(coming), validFrom: coming.valid_from }
  }
}

type TermsAttributes = Pick<
  PaymentModel['attributes'],
  'traffic_type' | 'daily_budget' | 'max_cpm' | 'total_budget'
>

function viewTerms(terms: TermsAttributes): TermsView {
  return {
    trafficType: terms.traffic_type,
    dailyBudget: BigInt(terms.daily_budget),
    maxCpm: terms.max_cpm === null ? null : BigInt(terms.max_cpm),
    totalBudget: terms.total_budget === null ? null : BigInt(terms.total_budget)
  }
}

function joinCampaign(
  { id, attributes, relationships }: Campaign,
  included: Included
): CampaignView {
  const creative = findIncluded(included, relationships.creative.data)
  const payment = findIncluded(included, relationships.payment_model.data)
  return {
    id,
    name: attributes.name,
    state: attributes.state,
    status: statusOf(attributes),
    countries: attributes.countries,
    devices: attributes.devices,
    systems: attributes.systems,
    pageLanguages: attributes.page_languages,
    pageKeywords: attributes.page_keywords,
    siteSharePercent: attributes.site_share_percent,
    hours: attributes.hours,
    hoursZone: attributes.hours_time_zone,
    startsAt: attributes.starts_at,
    endsAt: attributes.ends_at,
    utm: utmOf(attributes),
    asset: attributes.asset,
    balance: BigInt(attributes.balance),
    spent: BigInt(attributes.spent),
    createdAt: attributes.created_at,
    creative: creative && joinCreative(creative, included),
    payment: payment && viewPayment(payment),
    selection: selectionOf(attributes)
  }
}

function statusOf(attributes: Campaign['attributes']): CampaignStatus {
  const { state, dates_state } = attributes
  if (state !== 'active') return state
  if (dates_state !== 'open') return dates_state
  return isWithinHours(attributes, Date.now()) ? state : 'outside_hours'
}

/** Whether a campaign's hours include the given time. Returns true if the browser does not know the time zone. */
export function isWithinHours(
  { hours, hours_time_zone }: Pick<Campaign['attributes'], 'hours' | 'hours_time_zone'>,
  ms: number
): boolean {
  if (hours === null || hours_time_zone === null) return true
  try {
    const local = localTime(ms, hours_time_zone)
    const weekday = (new Date(local.slice(0, 10)).getUTCDay() + 6) % 7
    return hours[weekday]?.[Number(local.slice(11, 13))] === '1'
  } catch {
    return true
  }
}

function utmOf(attributes: Record<UtmName, string | null>): Record<UtmName, string> {
  return Object.fromEntries(utmNames.map(name => [name, attributes[name] ?? ''])) as Record<
    UtmName,
    string
  >
}

function selectionOf(attributes: SelectionIds): SelectionIds {
  return Object.fromEntries(selectionNames.map(name => [name, attributes[name]])) as SelectionIds
}
