import type { Sender } from '@mille/server/delivery/requests/seen.ts'
import type { Random } from '@mille/testing/random.ts'

/** A browser, or a program that says it is one, and where its connection comes from. */
export type Visitor = Pick<Sender, 'address' | 'userAgent'> & {
  /** Sent in place of what every browser of these years says over HTTPS. */
  headers?: Record<string, string>
}

/** What is not given is said as the ad's script says it, and what is undefined is left out. */
export type Said = {
  isVisible?: boolean | undefined
  pixels?: number | undefined
  webdriver?: boolean
  /** A person has seen it, whatever else the page does. It is not sent. */
  isReal?: boolean
}

export type LookOptions = {
  said?: Said
  unit?: number
  /** When the ad is drawn, in milliseconds after it was chosen, and when it was seen after that; null if it is never drawn. */
  renderedMs?: number | null
  seenMs?: number
}

/** What a player may do, by HTTP alone, to the ad units of its account. */
export type Arena = {
  units: readonly number[]
  /** The origin of the unit's page, as its visitors' browsers say it. */
  origin: string
  /** Counted from 0. */
  day: number
  random: Random
  /** The token of the ad that is shown; null if there is none. */
  choose: (visitor: Visitor, unit?: number) => Promise<string | null>
  /** Sends a report now; its answer is awaited before the clock moves. */
  report: (
    visitor: Visitor,
    token: string | null,
    kind: 'rendered' | 'viewable',
    said?: Said
  ) => void
  /** Lets so many milliseconds pass. Whatever the network does each hour happens on the way. */
  advance: (ms: number) => Promise<void>
  /** All of the visitors are shown an ad at the same moment, which is drawn and then seen. */
  look: (visitors: readonly Visitor[], options?: LookOptions) => Promise<void>
}

/** An attacker, or a crowd of honest people. Its account is new, and so are its ad units. */
export type Player = {
  name: string
  /** One sentence. */
  does: string
  /** How many ad units it has; 1 if it does not say. */
  units?: number
  /** Those of an app say nothing of their page; a site is verified. */
  kind?: 'site' | 'app'
  /** What it does in one day, from ten in the morning. */
  act: (arena: Arena) => Promise<void>
}
