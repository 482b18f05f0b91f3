import type { EmbedPosition, StickySide, UnitSize } from '../constants.ts'

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
  /** By the operator, for its traffic. */
  | 'unit_excluded'
  | 'site_unverified'
  /** The page is neither on the unit's site nor on a sub-domain of it. */
  | 'mismatched_site'
  /** The operator shows no ads on pages of that host. */
  | 'blocked_referrer'
  | 'no_campaign'
  | 'unavailable'

export type AdCreative =
  | {
      kind: 'text'
      title: string
      text: string
      domain: string
      /** Addresses of pictures: a square one, and one for places that are large enough. One of them at least. */
      pictures?: { logo?: string; illustration?: string }
    }
  | {
      kind: 'banner'
      title: string
      source: string
      width: number
      height: number
      pictures?: never
    }

export type Filled = {
  filled: true
  unit: string
  size: UnitSize
  position: EmbedPosition
  stickySide: StickySide
  colors: AdColors
  creative: AdCreative
  /** Signed, single use, two hours. Goes back with each seen event. */
  token: string
  /** Absolute address of the click redirect. */
  clickUrl: string
  /** Absolute address of the page about this ad, where the ad's label leads. */
  aboutUrl: string
  /** The "your ad here" address, when the unit shows the invitation inside. */
  invitationUrl: string | null
  reason?: never
  fallback?: never
  collapse?: never
}

export type Empty = {
  filled: false
  creative?: never
  unit: string
  reason: EmptyReason
  size: UnitSize
  position: EmbedPosition
  stickySide: StickySide
  colors: AdColors
  /** The publisher's own words for when there is no campaign; they go before the invitation. */
  fallback?: { text: string; link: string }
  /** The publisher wants no place kept without a campaign. */
  collapse?: boolean
  /** The network's own "your ad here" creative is shown when there is no campaign. */
  invitationUrl: string | null
}

export type Decision = Filled | Empty

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
