import type { AdFont, AdLook, EmbedPosition, StickySide, UnitSize } from '../constants.ts'
import type { Typeset } from './typeset.ts'

/**
 * What the ad element and the delivery server say to each other. It is not JSON:API: it is read on every page view
 * of every publisher, so it is as short as it can be. All of it is cross-origin and carries no credentials.
 *
 *     GET  /serve/units/{unit}           → 200 Decision, 404 Decision with reason `unit_unknown`
 *          ?width=…&height=…&screen=…      CSS pixels: the ad's place, 0 where it has none of its own, and the window's
 *                                          height. Left out where a unit of a fixed size has its room.
 *     POST /serve/view    SeenEvent as text/plain (no preflight) → 204, or 503 with Retry-After: send again later.
 *          With `receipt`, 200 with a receipt (docs/receipts.md) if the network can give one.
 *     GET  /serve/click/{token}          → 302 to the advertiser
 *     GET  /serve/frame/{unit}           → 200 a page with the ad, for the iframe snippet
 *     GET  /media/banners/{id}/{hash}    → 200 the picture, immutable
 */

/**
 * A decision is for one page view. WebKit keeps what a page preloads in its memory across page views, whatever
 * `no-store` says, and gives it to the next page; what varies by everything fits none of them.
 */
export const decisionCaching = { 'Cache-Control': 'no-store', Vary: '*' }

export type AdColors = {
  background?: string
  title?: string
  title_hover?: string
  text?: string
  link?: string
  link_hover?: string
}

export type EmptyReason =
  | 'unit_unknown'
  | 'unit_archived'
  /** The operator has suspended its account. */
  | 'account_suspended'
  /** By the operator, for its traffic. */
  | 'unit_excluded'
  | 'site_unverified'
  /** The page is neither on the unit's site nor on a sub-domain of it. */
  | 'mismatched_site'
  /** The operator shows no ads on pages of that host. */
  | 'blocked_referrer'
  /** To the network, the visitor has an address of the operator's own machines. */
  | 'inside_address'
  | 'no_campaign'
  | 'unavailable'

export type TextCreative = {
  kind: 'text'
  title: string
  /** May be empty in what is shown without a campaign. */
  text: string
  /** The host name that it leads to. */
  domain: string
  /** The call to action, in the advertiser's words or the network's; empty where there is none. */
  action: string
  /** The language of the words (BCP 47). */
  lang: string
  /** Addresses of pictures: a square one, and one for places that are large enough. One of them at least. */
  pictures?: { logo?: string; illustration?: string }
}

export type AdCreative =
  | TextCreative
  | {
      kind: 'banner'
      title: string
      source: string
      /** The file itself in base64, where it is small: it is drawn without another request. */
      picture?: string
      /** CSS declarations of its size in the ad's box. */
      style: string
      /** The language of the title (BCP 47). */
      lang: string
      pictures?: never
      /** Of the banner; of the file that comes with the decision, in its own pixels. */
      width: number
      height: number
    }

/** What the page's script learns of the ad with the event `filled`. A campaign's price is not for every script on the page. */
export type FilledDetail = {
  /** Of the banner, or of the unit where the ad is a text. */
  size: UnitSize
  creative: string
  campaign: string
}

/** What the publisher has set for the place of the ad. */
export type AdPlace = {
  unit: string
  size: UnitSize
  position: EmbedPosition
  stickySide: StickySide
  colors: AdColors
  look: AdLook
  font: AdFont
  /** “Ad” in the language of the unit's site: it is drawn, and is the ad's accessible name. */
  label: string
  /** The element loads its second file: for pictures, a mark, or a word to the page's developer. */
  extras?: true | undefined
}

export type Filled = AdPlace & {
  filled: true
  creative: AdCreative
  /** How the words of a text creative are set in the ad's room. */
  css?: Typeset | undefined
  /** Signed, single use, two hours. Goes back with each seen event. */
  token: string
  /** Absolute address of the click redirect. */
  clickUrl: string
  /** Absolute address of the page about this ad, where the ad's label leads. */
  aboutUrl: string
  /** Missing in a preview. */
  detail?: FilledDetail
  reason?: never
  collapse?: never
}

export type Empty = AdPlace & {
  filled: false
  reason: EmptyReason
  detail?: { reason: EmptyReason }
  /** The publisher wants no place kept without a campaign. */
  collapse?: boolean
  token?: never
  aboutUrl?: never
} & (InsteadOfAd | { creative?: never; css?: never; clickUrl?: never })

/** Without a campaign: the publisher's own words, or else the network's invitation to advertisers. */
export type InsteadOfAd = {
  creative: TextCreative
  css?: Typeset | undefined
  /** Absolute address of what the words are about. */
  clickUrl: string
}

export type Decision = Filled | Empty

/**
 * A banner has its own size, or a smaller one if there is less room, so that the link around it never exceeds the
 * banner.
 */
export function bannerStyle(width: number, height: number): string {
  return `width:min(${width}px,100cqi,${(width / height) * 100}cqb);height:auto`
}

/**
 * Whether the element needs its second file, for what few ads have. For empty ones, developers see all reasons but the
 * usual one.
 */
export function needsExtras({
  creative,
  css,
  reason,
  collapse
}: {
  creative?: AdCreative | undefined
  css?: Typeset | undefined
  reason?: EmptyReason | undefined
  collapse?: boolean | undefined
}): boolean {
  const isOdd = reason !== undefined && reason !== 'no_campaign'
  return creative?.pictures !== undefined || css?.mark !== undefined || isOdd || collapse === true
}

export const seenKinds = ['rendered', 'viewable'] as const
export type SeenKind = (typeof seenKinds)[number]
export type SeenEvent = {
  token: string
  kind: SeenKind
  /** Of a viewable one, false where the browser knows that something lies over the ad, or makes it pale or crooked. */
  isVisible?: boolean | undefined
  /** Of a viewable one, the area that it is drawn in, in CSS pixels of the page it is on. */
  pixels?: number
  /** A program drives the browser, and the browser says so. */
  webdriver?: boolean
  /** Of a viewable one: `true`, or the value of the ad's attribute, asks for a signed promise that it gets into the public log. */
  receipt?: boolean | string | undefined
}
