import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import type { CampaignList } from '@mille/api/campaigns/endpoints.ts'
import type { AccountBalance } from '@mille/api/finances/endpoints.ts'
import type { LegalConsent } from '@mille/api/legal/endpoints.ts'
import type { Order } from '@mille/api/marketplace/endpoints.ts'
import type { Site } from '@mille/api/sites/endpoints.ts'
import { type CampaignView, viewCampaigns } from '../campaigns/campaign-view.ts'
import { dueConsents } from '../legal/due-consents.ts'

/** What the owner of an account has to do about a campaign, a site, an ad unit or an order. */
export const attentionNeeds = [
  'campaign_draft',
  'campaign_rejected',
  'campaign_review_unfunded',
  'campaign_out_of_funds',
  'campaign_ended',
  'campaign_without_views',
  'site_unverified',
  'site_rejected',
  'unit_without_views',
  'order_to_answer',
  'order_to_publish',
  'order_to_confirm',
  'order_link_lost'
] as const
/** What is not running, although its owner has nothing to do or has stopped it. */
export const attentionNotes = [
  'campaign_in_review',
  'campaign_not_started',
  'campaign_paused',
  'order_unanswered',
  'order_disputed'
] as const
type Need = (typeof attentionNeeds)[number]
type Note = (typeof attentionNotes)[number]
export type AttentionKind = Need | Note

export type AttentionItem<Kind extends AttentionKind = AttentionKind> = {
  kind: Kind
  /** Id of the campaign, site, ad unit or order. */
  id: string
  /** Null for a campaign that has neither a name nor a headline. */
  name: string | null
  /** Where the owner can act on it or read more. */
  href: string
  /** When an order changes by itself, or a campaign starts. */
  at: string | null
}

export type Attention = {
  /** The legal pages whose current version the account has not agreed to. */
  consents: LegalConsent[]
  needs: AttentionItem<Need>[]
  notes: AttentionItem<Note>[]
  /** Whether a campaign or an ad unit had counted views and can have more, so that something runs indeed. */
  isRunning: boolean
}

export type AttentionFacts = {
  consents: readonly LegalConsent[]
  campaigns: CampaignList
  sites: readonly Site[]
  adUnits: readonly AdUnit[]
  orders: readonly Order[]
  balances: readonly AccountBalance[]
  /** Ids of the campaigns and ad units that had billable views in the last 30 days. */
  viewed: { campaigns: ReadonlySet<string>; adUnits: ReadonlySet<string> }
}

/** Finds out from an account's own things what its owner has to do, and whether anything runs. */
export function findAttention(facts: AttentionFacts): Attention {
  const campaigns = viewCampaigns(facts.campaigns)
  const found = [
    ...facts.orders.flatMap(attentionOfOrder),
    ...campaigns.flatMap(it => attentionOfCampaign(it, facts)),
    ...facts.sites.flatMap(it => attentionOfSite(it, facts)),
    ...facts.adUnits.flatMap(it => attentionOfUnit(it, facts))
  ]
  return {
    consents: dueConsents(facts.consents),
    needs: found.filter(isNeed),
    notes: found.filter(isNote),
    isRunning:
      campaigns.some(it => it.status === 'active' && facts.viewed.campaigns.has(it.id)) ||
      facts.adUnits.some(it => it.attributes.state === 'active' && facts.viewed.adUnits.has(it.id))
  }
}

const needs: ReadonlySet<string> = new Set(attentionNeeds)
const isNeed = (item: AttentionItem): item is AttentionItem<Need> => needs.has(item.kind)
const isNote = (item: AttentionItem): item is AttentionItem<Note> => !needs.has(item.kind)

function attentionOfCampaign(campaign: CampaignView, facts: AttentionFacts): AttentionItem[] {
  const { id, name, creative, status, startsAt } = campaign
  const item = (kind: AttentionKind, href = `/campaigns/${id}`, at: string | null = null) => [
    { kind, id, name: name ?? creative?.link_text ?? null, href, at }
  ]
  const money = `/campaigns/${id}/money`
  switch (status) {
    case 'draft':
      return item('campaign_draft', `/campaigns/${id}/edit`)
    case 'rejected':
      return item('campaign_rejected')
    case 'pending':
      return hasMoney(campaign, facts)
        ? item('campaign_in_review')
        : item('campaign_review_unfunded', money)
    case 'out_of_funds':
      return item('campaign_out_of_funds', money)
    case 'ended':
      return campaign.balance > 0n ? item('campaign_ended') : []
    case 'active':
      return facts.viewed.campaigns.has(id) ? [] : item('campaign_without_views')
    case 'not_started':
      return item('campaign_not_started', undefined, startsAt)
    case 'paused':
      return item('campaign_paused')
    default:
      return []
  }
}

/** Whether a campaign has money of its own, or may take some from the account's balance. */
function hasMoney({ id, asset, balance }: CampaignView, facts: AttentionFacts): boolean {
  if (balance > 0n) return true
  if (!facts.campaigns.data.find(it => it.id === id)?.attributes.auto_fund) return false
  const account = facts.balances.find(it => it.attributes.currency === asset)?.attributes
  return account !== undefined && BigInt(account.available) + BigInt(account.promotion) > 0n
}

function attentionOfSite(site: Site, { adUnits }: AttentionFacts): AttentionItem[] {
  const { state, domain_name } = site.attributes
  if (state === 'verified') return []
  const unit = adUnits.find(it => siteOf(it) === site.id && it.attributes.state === 'active')
  return [
    {
      kind: state === 'rejected' ? 'site_rejected' : 'site_unverified',
      id: site.id,
      name: domain_name,
      href: unit === undefined ? '/ad-units' : `/ad-units/${unit.id}/placement`,
      at: null
    }
  ]
}

function attentionOfUnit(unit: AdUnit, { sites, viewed }: AttentionFacts): AttentionItem[] {
  const { name, state, kind } = unit.attributes
  // An affiliate unit shows only invitations. The units of an unverified site are mentioned with the site.
  const canShow =
    state === 'active' &&
    kind !== 'affiliate' &&
    sites.some(it => it.id === siteOf(unit) && it.attributes.state === 'verified')
  if (!canShow || viewed.adUnits.has(unit.id)) return []
  const href = `/ad-units/${unit.id}/placement`
  return [{ kind: 'unit_without_views', id: unit.id, name, href, at: null }]
}

const siteOf = (unit: AdUnit) => unit.relationships.site.data?.id

function attentionOfOrder({ id, attributes }: Order): AttentionItem[] {
  const kind = kindOfOrder(attributes)
  const { name, due_at: at } = attributes
  return kind === null ? [] : [{ kind, id, name, href: `/publication_orders/${id}`, at }]
}

function kindOfOrder(order: Order['attributes']): AttentionKind | null {
  const isMine = order.side === 'publisher'
  switch (order.state) {
    case 'placed':
      return isMine ? 'order_to_answer' : 'order_unanswered'
    case 'accepted':
      return isMine ? 'order_to_publish' : null
    case 'published':
      return isMine ? null : 'order_to_confirm'
    case 'confirmed':
      return order.proof_lost_at === null ? null : 'order_link_lost'
    case 'disputed':
      return 'order_disputed'
    default:
      return null
  }
}
