import type { Utm } from '@mille/api/campaigns/utm.ts'
import type {
  AdFont,
  AdLook,
  AdType,
  EmbedPosition,
  StickySide,
  UnitFallback,
  UnitSize
} from '@mille/api/constants.ts'
import type { AdColors } from '@mille/api/delivery/protocol.ts'
import type { Asset } from '@mille/money/amount.ts'
import type { Audience, CodeChoice } from './audience.ts'
import type { Dates } from './dates.ts'
import { createDraws, type Occasion, type UnitTables } from './draw.ts'
import type { Floor, NetCpm } from './floors.ts'
import type { HouseAd } from './house-ads.ts'
import type { KeywordChoice } from './keywords.ts'
import type { Randomness } from './randomness.ts'
import type { Room } from './room.ts'

export type Unit = {
  id: number
  owner: number
  kind: 'site' | 'app' | 'affiliate'
  state: 'active' | 'archived'
  size: UnitSize
  adType: AdType
  disallowedRatings: ReadonlySet<string>
  /** What its owner's rules keep out, as `refusable` calls it. Units that have the same rules may share the set. */
  refused: ReadonlySet<string>
  /** The only ones that it shows, by the same names; null where an ad needs no approval. Units may share this set, too. */
  approved: ReadonlySet<string> | null
  /** Null: it takes every price. */
  floor: Floor | null
  /** The domain is a host name, with its port where that is not the usual one. */
  site: Site | null
  /** Those of its site. */
  categories: readonly number[]
  position: EmbedPosition
  stickySide: StickySide
  colors: AdColors
  look: AdLook
  font: AdFont
  hasInvitation: boolean
  /** By an operator, for its traffic. */
  isExcluded: boolean
  /** Its account is suspended. */
  isSuspended: boolean
  /** One of them is shown without a campaign. */
  houseAds: readonly HouseAd[]
  /** What is shown without a campaign and a house ad: the invitation, or nothing. */
  fallback: UnitFallback
}

export type Site = {
  id: number
  domain: string
  isVerified: boolean
  language: string
  /** That its home page says of itself. None while it was not read. */
  words: ReadonlySet<string>
}

/** A unit in the inventory, with what the draw keeps for it. */
export type PlacedUnit = Unit & { tables: UnitTables }

export type Campaign = {
  id: number
  owner: number
  state: string
  /** What its owner calls it: its headline where it has no name. */
  name: string
  /** What is added to its link. */
  utm: Utm
  /** When other terms begin to count; null where none are set. */
  termsUntil: Date | null
  creative: Creative
  allowed: Targets
  blocked: Targets
  /** Taken out by the advertiser after having seen where the campaign ran. */
  excluded: Omit<Targets, 'categories'>
  /** Null means all visitors. */
  audience: Audience | null
  /** Of the pages that it is shown on, whatever the language of its ad. Null means all of them. */
  pageLanguages: CodeChoice | null
  /** What the pages that it is shown on have to say. Null means no such limit. */
  keywords: KeywordChoice | null
  /** Null until its first period is settled, where it pays by the day. */
  price: NetCpm | null
} & Dates &
  Money

/** Amounts in units of 1e-8 of the asset; null means no limit. */
export type Money = {
  asset: Asset
  trafficType: 'cpd' | 'cpm'
  /** On the campaign and not yet charged. */
  balance: bigint
  /** It takes what each settlement period can cost from its account, so that no more than that is on it. */
  isSelfFunding: boolean
  dailyBudget: bigint
  maxCpm: bigint | null
  totalBudget: bigint | null
  /** Charged so far, and of that in the windows of today. */
  spent: bigint
  spentToday: bigint
  /** The end of its last settled window. */
  settledUntil: Date | null
  /** Billable impressions after that: those of today, and those from before. Counted for CPM alone. */
  countedToday: bigint
  countedBefore: bigint
}

export type Creative = {
  id: number
  language: string
  linkText: string
  text: string
  /** The advertiser's own call to action. */
  action: string | null
  link: string
  rating: string | null
  isBannersOnly: boolean
  /** Paths of pictures that go with the text. */
  logo: string | null
  illustration: string | null
  banners: readonly Banner[]
}

/** Width and height in CSS pixels: those of the size, whatever the resolution of the picture. */
export type Banner = { id: number; size: string; width: number; height: number; hash: string }

export type Targets = {
  categories: ReadonlySet<number>
  sites: ReadonlySet<number>
  units: ReadonlySet<number>
}

/** A campaign's weight in the draw, and how often it may still be drawn. */
export type Standing = {
  /** USD a second; only the proportions matter. 0 takes it out. */
  weight: number
  /** It is out once it has been drawn so many times, until it is put again. */
  allowance: number
}

export type Drawn = { campaign: Campaign; banner: Banner | null }

export type Inventory = ReturnType<typeof createInventory>

export function place(unit: Unit): PlacedUnit {
  return { ...unit, tables: { shape: -1, bySizes: new Map() } }
}

/**
 * Everything that decisions are made from. It lives in memory and is changed one campaign or unit at a time. `averageCpm` is
 * what 1,000 views cost on the network lately, in units of 1e-8 BTC; null where too few were paid to say.
 */
export function createInventory(averageCpm: bigint | null = null) {
  const units = new Map<number, PlacedUnit>()
  const draws = createDraws()
  let drawn = 0

  return {
    averageCpm,
    units: units as ReadonlyMap<number, PlacedUnit>,
    campaigns: () => draws.campaigns(),
    campaign: (id: number) => draws.campaign(id),

    putUnit(unit: Unit): void {
      units.set(unit.id, place(unit))
    },
    dropUnit: (id: number) => void units.delete(id),
    putCampaign: (campaign: Campaign, standing: Standing) => draws.put(campaign, standing),
    dropCampaign: (id: number) => draws.drop(id),
    draw(unit: PlacedUnit, room: Room, random: Randomness, occasion: Occasion): Drawn | null {
      const found = draws.draw(unit, room, random, occasion)
      if (found) drawn++
      return found
    },
    /** How many were drawn since it was asked last. */
    takeDrawn(): number {
      const count = drawn
      drawn = 0
      return count
    }
  }
}
