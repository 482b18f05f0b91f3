import type { Utm } from '@mille/api/campaigns/utm.ts'
import type {
  AdFont,
  AdLook,
  AdType,
  EmbedPosition,
  StickySide,
  UnitFallback
} from '@mille/api/constants.ts'
import type { AdColors } from '@mille/api/delivery/protocol.ts'
import type { UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import type { Asset } from '@mille/money/amount.ts'
import type { Audience, CodeChoice } from './audience.ts'
import type { Dates } from './dates.ts'
import { createDraws, type Occasion, type UnitTables } from './draw.ts'
import type { Floor, NetCpm } from './floors.ts'
import type { HouseAd } from './house-ads.ts'
import type { KeywordChoice } from './keywords.ts'
import type { Randomness } from './randomness.ts'
import type { Room } from './room.ts'
import type { SiteRooms, SiteShare } from './site-share.ts'

export type Unit = {
  id: number
  owner: number
  kind: 'site' | 'app' | 'affiliate'
  state: 'active' | 'archived'
  size: UnitSize
  adType: AdType
  disallowedRatings: ReadonlySet<string>
  /**
   * What the owner's rules refuse, by the names that `refusable` returns. Units with the same rules may share the set.
   */
  refused: ReadonlySet<string>
  /**
   * The only ads that the unit shows, by the names that `refusable` returns; null if ads need no approval. Units may
   * share the set.
   */
  approved: ReadonlySet<string> | null
  /** The publisher's minimum price; null if the unit takes every price. */
  floor: Floor | null
  /** The unit's site. Its domain is a host name, with the port if it is not the default one. */
  site: Site | null
  /** Category IDs of the unit's site. */
  categories: readonly number[]
  position: EmbedPosition
  stickySide: StickySide
  colors: AdColors
  look: AdLook
  font: AdFont
  hasInvitation: boolean
  /** Whether an operator excluded the unit because of its traffic. */
  isExcluded: boolean
  /** Whether the account of the unit's owner is suspended. */
  isSuspended: boolean
  /** House ads, one of which is shown if no campaign matches. */
  houseAds: readonly HouseAd[]
  /** What is shown if there is no campaign and no house ad: the invitation, nothing, or a page in a frame. */
  fallback: UnitFallback
  /** The address of the page that the fallback `frame` shows. */
  fallbackUrl: string | null
}

export type Site = {
  id: number
  domain: string
  isVerified: boolean
  language: string
  /** Words on the site's home page, against which keywords are matched; empty if the page was not read. */
  words: ReadonlySet<string>
}

/** A unit in the inventory, with the tables that the draw keeps for it. */
export type PlacedUnit = Unit & { tables: UnitTables }

export type Campaign = {
  id: number
  owner: number
  state: string
  /** The owner's name for the campaign, or its headline if it has no name. */
  name: string
  /** UTM parameters that are added to the campaign's link. */
  utm: Utm
  /** When the next terms take effect; null if no others are set. */
  termsUntil: Date | null
  /** The live creatives, at most `maxVariants`. The first one names a campaign that has no name of its own. */
  creatives: readonly [Creative, ...Creative[]]
  allowed: Targets
  blocked: Targets
  /** Sites and units that the advertiser excluded after seeing where the campaign ran. */
  excluded: Omit<Targets, 'categories'>
  /** Visitors that the campaign targets; null means all visitors. */
  audience: Audience | null
  /** Languages of the pages that show the campaign, independent of the ad's language. Null means all languages. */
  pageLanguages: CodeChoice | null
  /** Keywords that pages must or must not have. Null means no such limit. */
  keywords: KeywordChoice | null
  /** Expected price per 1,000 views; for CPD, null until the first period is settled. */
  price: NetCpm | null
  /** The share of the daily budget that one site may take. Null means no limit. */
  siteShare: SiteShare | null
} & Dates &
  Money

/** A campaign's money, in units of 1e-8 of the asset; null means no limit. */
export type Money = {
  asset: Asset
  trafficType: 'cpd' | 'cpm'
  /** Money on the campaign that is not charged yet. */
  balance: bigint
  /**
   * Whether the campaign draws the cost of each settlement period from its account, so that its balance never holds
   * more than that.
   */
  isSelfFunding: boolean
  dailyBudget: bigint
  maxCpm: bigint | null
  totalBudget: bigint | null
  /** Total charged so far, and the part charged for today's windows. */
  spent: bigint
  spentToday: bigint
  /** The end of the campaign's last settled window. */
  settledUntil: Date | null
  /** Billable views after the last settled window: those of today, and earlier ones. Counted for CPM only. */
  countedToday: bigint
  countedBefore: bigint
}

export type Creative = {
  id: number
  /** Weight among the campaign's creatives that fit an ad unit. A number above 0; only the proportions matter. */
  share: number
  language: string
  linkText: string
  text: string
  /** The advertiser's own call to action; null for the default one. */
  action: string | null
  link: string
  rating: string | null
  /** What the ad sells; null if it is not said. */
  productCategory: string | null
  isBannersOnly: boolean
  /** URL paths of the pictures in a text ad; null if it has none. */
  logo: string | null
  illustration: string | null
  banners: readonly Banner[]
}

/** A banner. Its width and height are those of the ad size in CSS pixels, whatever the picture's resolution. */
export type Banner = { id: number; size: string; width: number; height: number; hash: string }

export type Targets = {
  categories: ReadonlySet<number>
  sites: ReadonlySet<number>
  units: ReadonlySet<number>
}

/** A campaign's weight in the draw, and how often it may still be drawn. */
export type Standing = {
  /** Weight in USD per second; only the proportions matter, and 0 removes the campaign from the draw. */
  weight: number
  /** Number of times the campaign may be drawn before it leaves the draw, until it is put again. */
  allowance: number
  /** What sites may still take of a campaign with a share for one site. */
  sites?: SiteRooms | undefined
}

/** A campaign, and the one of its creatives that is shown. */
export type Drawn = { campaign: Campaign; creative: Creative; banner: Banner | null }

export type Inventory = ReturnType<typeof createInventory>

export function place(unit: Unit): PlacedUnit {
  return { ...unit, tables: { shape: -1, bySizes: new Map() } }
}

/**
 * Creates the inventory from which decisions are made. It is kept in memory and changed one campaign or unit at a time.
 * `averageCpm` is the recent price of 1,000 views on the network, in units of 1e-8 BTC; null if too few were paid.
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
    /** Returns the number of draws since the last call. */
    takeDrawn(): number {
      const count = drawn
      drawn = 0
      return count
    }
  }
}
