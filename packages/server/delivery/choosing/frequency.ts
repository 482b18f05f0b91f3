import { type NameKey, nameKey } from '../visitors/visitor.ts'
import { chargedOnceMs } from '../what-counts.ts'

/** Whether a campaign has had the visitor's view of these 24 hours. */
export type HasSeen = (campaign: number) => boolean

export type Frequency = {
  /** The keys are of the visitor's names of today and, as far as it is known, of tomorrow. */
  remember: (keys: readonly NameKey[], campaign: number, isCharged: boolean) => void
  /** Takes back what was remembered too early. */
  forget: (keys: readonly NameKey[], campaign: number) => void
  /** Whether the campaign is passed over under one of the names. */
  isSeen: (keys: readonly NameKey[], campaign: number) => boolean
  /** Null for a visitor of whom nothing is known, as most are. */
  seenBy: (visitor: Buffer) => HasSeen | null
}

/** When another node charged is not known: this one asks again after a while. */
const guessMs = 60 * 60 * 1000
/** Of two generations of visitors. */
const maxVisitors = 150_000

/**
 * Which campaigns have had their view of which visitors, from what this node has reported: the draw passes them over.
 * It is memory alone, so that no decision waits. What it does not know, because another node counted it or this one has
 * just started, counting knows: the view is not charged, and is remembered from then on.
 */
export function createFrequency(now: () => Date, max = maxVisitors): Frequency {
  let young = new Map<NameKey, Seen>()
  let old: typeof young = new Map()

  function find(key: NameKey): Seen | undefined {
    return young.get(key) ?? old.get(key)
  }

  function hasSeen(key: NameKey, campaign: number, atMs: number): boolean {
    const seen = find(key)
    return seen !== undefined && untilOf(seen, campaign) > atMs
  }

  return {
    remember(keys, campaign, isCharged) {
      const until = now().getTime() + (isCharged ? chargedOnceMs : guessMs)
      for (const key of keys) {
        if (young.size >= max) {
          old = young
          young = new Map()
        }
        const seen = find(key) ?? []
        setUntil(seen, campaign, Math.max(until, untilOf(seen, campaign)))
        young.set(key, seen)
      }
    },

    forget(keys, campaign) {
      for (const key of keys) {
        const seen = find(key)
        if (seen) setUntil(seen, campaign, 0)
      }
    },

    isSeen(keys, campaign) {
      const atMs = now().getTime()
      return keys.some(key => hasSeen(key, campaign, atMs))
    },

    seenBy(visitor) {
      const seen = find(nameKey(visitor))
      if (!seen) return null
      const moment = now().getTime()
      return campaign => untilOf(seen, campaign) > moment
    }
  }
}

/**
 * Campaigns of a visitor, each followed by until when it is passed over. Nearly everybody has one or two, which are found
 * sooner than in a map, and take a tenth of its memory.
 */
type Seen = number[]

function untilOf(seen: Seen, campaign: number): number {
  for (let at = 0; at < seen.length; at += 2) if (seen[at] === campaign) return seen[at + 1] ?? 0
  return 0
}

function setUntil(seen: Seen, campaign: number, until: number): void {
  for (let at = 0; at < seen.length; at += 2) {
    if (seen[at] !== campaign) continue
    seen[at + 1] = until
    return
  }
  seen.push(campaign, until)
}
