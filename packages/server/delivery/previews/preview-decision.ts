import type { PreviewState } from '@mille/api/ad-units/preview-states.ts'
import type { Decision } from '@mille/api/delivery/protocol.ts'
import type { Config } from '../../config.ts'
import { createDecider } from '../choosing/decide.ts'
import { drawHouseAd, type HouseAd } from '../choosing/house-ads.ts'
import { type Campaign, createInventory, type Unit } from '../choosing/inventory.ts'
import type { Randomness } from '../choosing/randomness.ts'
import type { Place } from '../choosing/room.ts'
import type { Tokens } from '../visitors/token.ts'
import type { Previewed } from './preview-token.ts'

type Parts = {
  config: Pick<Config, 'publicUrl'>
  now: () => Date
  random: Randomness
  averageCpm: bigint | null
}

/** What a preview shows, with the campaign that the creative belongs to. */
export type Shown = { campaign: Campaign; creative: number } | { state: PreviewState }

/** A decision of a preview. `closed` is set if the sticky ad is shown as closed by the reader. */
export type PreviewDecision = Decision & { closed?: true }

/** Completes what a preview shows with its campaign; null if there is none. */
export function findShown(
  what: Previewed,
  campaignOf: (id: number) => Campaign | undefined
): Shown | null {
  if ('state' in what) return what
  const campaign = campaignOf(what.campaign)
  return campaign ? { campaign, creative: what.creative } : null
}

const sampleTitle = 'A sample ad'
const unlimitedBudget = 10n ** 18n
const noTokens: Pick<Tokens, 'sign'> = { sign: () => '' }

/**
 * Decides what a unit would show, with the same code that chooses ads, from an inventory that has nothing but this unit
 * and one creative. Returns null if the unit never shows that. The decision has no token, so the element reports
 * nothing, and a click leads to the page about the ad, so that the advertiser's own statistics do not count it.
 */
export function decidePreview(
  parts: Parts,
  unit: Unit,
  shown: Shown,
  place: Place
): PreviewDecision | null {
  if (!('state' in shown)) {
    const campaign = onlyWith(shown.campaign, shown.creative)
    const decision = campaign && decide(parts, unit, campaign, place)
    return decision?.filled ? asPreview(decision) : null
  }
  const { state } = shown
  const alone = { ...unit, houseAds: [] }
  if (state === 'empty') return open(decide(parts, { ...alone, fallback: 'collapse' }, null, place))
  if (state === 'fallback') return open(decide(parts, alone, null, place))
  if (state === 'house_ad') {
    const hasHouseAd = drawHouseAd(unit.houseAds, parts.now().getTime(), parts.random) !== null
    return hasHouseAd ? open(decide(parts, unit, null, place)) : null
  }
  const isClosed = state === 'closed'
  if (isClosed && unit.position !== 'sticky') return null
  const sample = sampleOf(parts, unit, place)
  return sample && { ...sample, ...(isClosed && { closed: true }) }
}

function decide(
  { averageCpm, ...parts }: Parts,
  unit: Unit,
  campaign: Campaign | null,
  place: Place
): Decision {
  const inventory = createInventory(averageCpm)
  inventory.putUnit(unit)
  if (campaign) inventory.putCampaign(campaign, { weight: 1, allowance: 1 })
  const { decision } = createDecider({
    ...parts,
    inventory: () => inventory,
    visitors: { hash: () => Buffer.alloc(8) },
    tokens: noTokens as Tokens,
    partitionOf: () => 0,
    frequency: { seenBy: () => null },
    lately: { of: () => [], remember: () => {} },
    visitorOf: () => ({ country: null, device: 'other', system: 'other' })
  })({ unit: String(unit.id), place, address: '', userAgent: '', mobile: null, platform: null })
  return decision
}

/**
 * Returns the campaign with one of its creatives, as if it had money and the time were right: a preview asks what the ad
 * looks like, and not whether it is shown now. Null if the campaign has no such creative.
 */
function onlyWith(campaign: Campaign, id: number): Campaign | null {
  const creative = campaign.creatives.find(it => it.id === id)
  if (!creative) return null
  return {
    ...campaign,
    creatives: [creative],
    state: 'active',
    startsAt: null,
    endsAt: null,
    schedule: null,
    audience: null,
    siteShare: null,
    trafficType: 'cpd',
    balance: unlimitedBudget,
    dailyBudget: unlimitedBudget,
    totalBudget: null
  }
}

/** Returns a text ad that belongs to no campaign, drawn like a house ad but with the label of an ad. */
function sampleOf(parts: Parts, unit: Unit, place: Place): Decision | null {
  const link = parts.config.publicUrl
  const ad: HouseAd = {
    text: sampleTitle,
    link,
    weight: 1,
    banners: [],
    startsAt: null,
    endsAt: null
  }
  const decision = open(decide(parts, { ...unit, houseAds: [ad] }, null, place))
  if (!decision?.creative) return null
  const { reason: _none, detail: _nothing, ...drawn } = decision
  const creative = { ...decision.creative, lang: 'en' }
  return { ...drawn, creative, filled: true, aboutUrl: link, clickUrl: link } as Decision
}

/** Returns the decision unless the unit is closed, which no preview opens. */
function open(decision: Decision): Decision | null {
  return decision.reason === 'no_campaign' ? decision : null
}

function asPreview(decision: Extract<Decision, { filled: true }>): Decision {
  const { token: _empty, ...rest } = decision
  return { ...rest, clickUrl: decision.aboutUrl } as Decision
}
