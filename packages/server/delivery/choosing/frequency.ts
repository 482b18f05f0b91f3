import { chargedOnceMs } from '../what-counts.ts'

/** Whether a campaign has had the visitor's view of these 24 hours. */
export type HasSeen = (campaign: number) => boolean

export type Frequency = {
  /** The names are the visitor's of today and, as far as it is known, of tomorrow. */
  remember: (names: readonly Buffer[], campaign: number, isCharged: boolean) => void
  /** Takes back what was remembered too early. */
  forget: (names: readonly Buffer[], campaign: number) => void
  /** Null for a visitor of whom nothing is known, as most are. */
  seenBy: (visitor: Buffer) => HasSeen | null
}

/** When another node charged is not known: this one asks again after a while. */
const guessMs = 60 * 60 * 1000
/** Of two generations of visitors: together about 60 MB. */
const maxVisitors = 150_000

/**
 * Which campaigns have had their view of which visitors, from what this node has reported: the draw passes them over.
 * It is memory alone, so that no decision waits. What it does not know, because another node counted it or this one has
 * just started, counting knows: the view is not charged, and is remembered from then on.
 */
export function createFrequency(now: () => Date, max = maxVisitors): Frequency {
  /** By the first six bytes of the visitor's name, until when each campaign is passed over. */
  let young = new Map<number, Map<number, number>>()
  let old: typeof young = new Map()

  function find(name: number): Map<number, number> | undefined {
    return young.get(name) ?? old.get(name)
  }

  return {
    remember(names, campaign, isCharged) {
      const until = now().getTime() + (isCharged ? chargedOnceMs : guessMs)
      for (const name of names.map(keyOf)) {
        if (young.size >= max) {
          old = young
          young = new Map()
        }
        const seen = find(name) ?? new Map<number, number>()
        seen.set(campaign, Math.max(until, seen.get(campaign) ?? 0))
        young.set(name, seen)
      }
    },

    forget(names, campaign) {
      for (const name of names) find(keyOf(name))?.delete(campaign)
    },

    seenBy(visitor) {
      const seen = find(keyOf(visitor))
      if (!seen) return null
      const moment = now().getTime()
      return campaign => (seen.get(campaign) ?? 0) > moment
    }
  }
}

function keyOf(name: Buffer): number {
  return name.readUIntBE(0, 6)
}
