import type { Sender } from '@mille/server/delivery/requests/seen.ts'
import type { Random } from '@mille/testing/random.ts'

/** A browser, or a program that claims to be one, and the address that its connection comes from. */
export type Visitor = Pick<Sender, 'address' | 'userAgent'> & {
  /** Headers that replace those that every current browser sends over HTTPS. */
  headers?: Record<string, string>
}

/**
 * What a report says. Fields that are not given have the values that the ad's script sends; fields that are `undefined`
 * are left out.
 */
export type Said = {
  isVisible?: boolean | undefined
  pixels?: number | undefined
  webdriver?: boolean
  /** Whether a person has seen the ad, whatever else the page does. This field is not sent. */
  isReal?: boolean
}

export type LookOptions = {
  said?: Said
  unit?: number
  /** Milliseconds from the decision until the ad is drawn (null if never), and from then until it is seen. */
  renderedMs?: number | null
  seenMs?: number
}

/** What a player may do, only by HTTP, with the ad units of its account. */
export type Arena = {
  units: readonly number[]
  /** Origin of the ad unit's page, as its visitors' browsers send it. */
  origin: string
  /** Number of the day, from 0. */
  day: number
  random: Random
  /** Requests an ad and returns its token, or null if there is no ad. */
  choose: (visitor: Visitor, unit?: number) => Promise<string | null>
  /** Sends a report now; its answer is awaited before the clock moves. */
  report: (
    visitor: Visitor,
    token: string | null,
    kind: 'rendered' | 'viewable',
    said?: Said
  ) => void
  /** Moves the clock forward by `ms` milliseconds, with everything that the network does each hour. */
  advance: (ms: number) => Promise<void>
  /** Shows all of the visitors an ad at the same moment, which is drawn and then seen. */
  look: (visitors: readonly Visitor[], options?: LookOptions) => Promise<void>
}

/** An attacker, or a crowd of honest people. Its account and its ad units are new. */
export type Player = {
  name: string
  /** What the player does, in one sentence. */
  does: string
  /** Number of the player's ad units; 1 by default. */
  units?: number
  /** Kind of the ad units. Those of an app do not report their page; a site is verified. */
  kind?: 'site' | 'app'
  /** What the player does in one day, from ten in the morning. */
  act: (arena: Arena) => Promise<void>
}
