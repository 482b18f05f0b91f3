import type { AdFont, AdLook, EmbedPosition, StickySide } from '../constants.ts'
import type { UnitSize } from '../reference-data/banner-sizes.ts'
import type { Typeset } from './typeset.ts'

/**
 * The protocol between the ad element and the delivery server. It is not JSON:API: it is read on every page view of
 * every publisher, so it is as short as possible. All calls are cross-origin and carry no credentials.
 *
 *     GET  /serve/units/{unit}           → 200 Decision, 404 Decision with reason `unit_unknown`
 *          ?width=…&height=…&screen=…      CSS pixels: the size of the ad's container, 0 where it has no size of its own,
 *                                          and the window's height. Omitted if a unit of a fixed size has enough room.
 *     POST /serve/view    SeenEvent as text/plain (no preflight) → 204, or 503 with Retry-After: send again later.
 *          With `receipt`, 200 with a receipt (docs/receipts.md) if the network can give one.
 *     GET  /serve/click/{token}          → 302 to the advertiser
 *     GET  /serve/frame/{unit}           → 200 a page with the ad, for the iframe snippet
 *     GET  /serve/previews/{token}      → 200 Decision without a token, or 403, 404, or 410 with a reason; never counted
 *     GET  /media/banners/{id}/{hash}    → 200 the picture, immutable
 */

/**
 * A decision is valid for one page view only. WebKit keeps preloaded responses in memory across page views, even with
 * `no-store`, and gives them to the next page. `Vary: *` prevents that because such a response matches no later
 * request.
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
  /** The operator has suspended the account that owns the unit. */
  | 'account_suspended'
  /** The operator has excluded the unit because of its traffic. */
  | 'unit_excluded'
  | 'site_unverified'
  /** The page is neither on the unit's site nor on one of its subdomains. */
  | 'mismatched_site'
  /** The operator shows no ads on pages of that host. */
  | 'blocked_referrer'
  /** The visitor's IP address belongs to the operator's own machines, as far as the network can see. */
  | 'inside_address'
  | 'no_campaign'
  | 'unavailable'

export type TextCreative = {
  kind: 'text'
  title: string
  /** The ad's text, which may be empty if there is no campaign. */
  text: string
  /** The host name of the page that the ad leads to. */
  domain: string
  /** The call to action, in the advertiser's or the network's words; empty if the ad has none. */
  action: string
  /** The language of the ad's words (BCP 47). */
  lang: string
  /** Addresses of the ad's pictures, at least one: a square logo, and an illustration for ads that are large enough. */
  pictures?: { logo?: string; illustration?: string }
}

export type AdCreative =
  | TextCreative
  | {
      kind: 'banner'
      title: string
      source: string
      /** The banner file in base64 if it is small, so that it is drawn without another request. */
      picture?: string
      /** CSS declarations for the banner's size in the ad's box. */
      style: string
      /** The language of the title (BCP 47). */
      lang: string
      pictures?: never
      /** Size of the banner in CSS pixels, or in its own pixels if the file comes with the decision. */
      width: number
      height: number
    }

/**
 * Details of the ad that the page's script receives with the event `filled`. The campaign's price is omitted because
 * not every script on the page should know it.
 */
export type FilledDetail = {
  /** The size of the banner, or of the unit if the ad is a text ad. */
  size: UnitSize
  creative: string
  campaign: string
}

/** The publisher's settings for the ad's place on the page. */
export type AdPlace = {
  unit: string
  size: UnitSize
  position: EmbedPosition
  stickySide: StickySide
  colors: AdColors
  look: AdLook
  font: AdFont
  /** The visible label of the ad, which is also its accessible name: “Ad” in the language of the unit's site. */
  label: string
  /**
   * Whether the element loads its second file, which handles pictures, the initial of the domain, and messages to the
   * page's developer.
   */
  extras?: true | undefined
}

export type Filled = AdPlace & {
  filled: true
  creative: AdCreative
  /** Typesetting of a text ad's words in the room that it has. */
  css?: Typeset | undefined
  /** Signed token for a single use within two hours. Each seen event sends it back. */
  token: string
  /** Absolute address of the click redirect. */
  clickUrl: string
  /** Absolute address of the page about this ad, where the ad's label leads. */
  aboutUrl: string
  /** Details for the page's script; missing in a preview. */
  detail?: FilledDetail
  reason?: never
  collapse?: never
  fallbackUrl?: never
}

export type Empty = AdPlace & {
  filled: false
  reason: EmptyReason
  /**
   * For the page's script. The size is that of a house ad's banner; missing if there is none. `fallback` says that the
   * page of another network is shown.
   */
  detail?: { reason: EmptyReason; size?: UnitSize; fallback?: true }
  /** The publisher wants no space reserved if there is no campaign. */
  collapse?: boolean
  /** Address of the page of another network that the publisher shows instead, in a sandboxed frame. */
  fallbackUrl?: string
  token?: never
  aboutUrl?: never
} & (InsteadOfAd | { creative?: never; css?: never; clickUrl?: never })

/** Content shown without a campaign: the publisher's house ad, or else the network's invitation to advertisers. */
export type InsteadOfAd = {
  creative: AdCreative
  css?: Typeset | undefined
  /** Absolute address that a click leads to. */
  clickUrl: string
}

export type Decision = Filled | Empty

/**
 * Returns the CSS for a banner, which has its own size, or a smaller one if there is less room. The link around the
 * banner therefore never exceeds it.
 */
export function bannerStyle(width: number, height: number): string {
  return `width:min(${width}px,100cqi,${(width / height) * 100}cqb);height:auto`
}

/**
 * Checks whether the element needs its second file, which handles features that few ads have. For empty ads, the second
 * file shows the reason to developers, unless it is the usual `no_campaign`.
 */
export function needsExtras({
  creative,
  css,
  reason,
  collapse,
  fallbackUrl
}: {
  creative?: AdCreative | undefined
  css?: Typeset | undefined
  reason?: EmptyReason | undefined
  collapse?: boolean | undefined
  fallbackUrl?: string | undefined
}): boolean {
  const isOdd = reason !== undefined && reason !== 'no_campaign'
  const isInstead = collapse === true || fallbackUrl !== undefined
  return creative?.pictures !== undefined || css?.mark !== undefined || isOdd || isInstead
}

export const seenKinds = ['rendered', 'viewable'] as const
export type SeenKind = (typeof seenKinds)[number]
export type SeenEvent = {
  token: string
  kind: SeenKind
  /** For a `viewable` event: false if the browser knows that the ad is covered, translucent, or transformed. */
  isVisible?: boolean | undefined
  /** For a `viewable` event: the area of the ad, in CSS pixels of its page. */
  pixels?: number
  /** Whether the browser reports that a program controls it (`navigator.webdriver`). */
  webdriver?: boolean
  /**
   * For a `viewable` event: `true`, or the value of the ad's attribute, requests a signed promise that the view will be
   * in the public log.
   */
  receipt?: boolean | string | undefined
}
