import { type NameKey, nameKey } from '../visitors/visitor.ts'
import { chargedOnceMs } from '../what-counts.ts'

/** Whether a campaign has had the visitor's view of these 24 hours. */
export type HasSeen = (campaign: number) => boolean

export type Frequency = {
  /** The keys are of the visitor's names of today and, as far as it is known, of tomorrow. */
  remember: (keys: readonly NameKey[], campaign: number, isCharged: boolean) => void
  /** Takes back what was remembered too early. */
  forget: (keys: readonly NameKey[], campaign: number) => void
  /** Remembers it as charged if it is passed over under none of the names, and tells whether that is so. */
  guess: (keys: readonly NameKey[], campaign: number) => boolean
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
    return young.get(key) ?? (old.size === 0 ? undefined : old.get(key))
  }

  function put(key: NameKey, seen: Seen): void {
    if (young.size >= max) {
      old = young
      young = new Map()
    }
    young.set(key, seen)
  }

  /** One of whom nothing is known under any name gets one list under all of them. */
  function rememberUntil(keys: readonly NameKey[], campaign: number, until: number): void {
    let own: Seen | null = null
    for (const key of keys) {
      const known = find(key)
      if (known) setUntil(known, campaign, Math.max(until, untilOf(known, campaign)))
      own ??= known ?? [campaign, until]
      put(key, known ?? own)
    }
  }

  return {
    remember(keys, campaign, isCharged) {
      rememberUntil(keys, campaign, now().getTime() + (isCharged ? chargedOnceMs : guessMs))
    },

    guess(keys, campaign) {
      const atMs = now().getTime()
      for (const key of keys) {
        const seen = find(key)
        if (seen && untilOf(seen, campaign) > atMs) return false
      }
      rememberUntil(keys, campaign, atMs + chargedOnceMs)
      return true
    },

    forget(keys, campaign) {
      for (const key of keys) {
        const seen = find(key)
        if (seen) setUntil(seen, campaign, 0)
      }
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
 * Campaigns of a visitor, each followed by until when it is passed over. Nearly all visitors have one or two, which are
 * found sooner than in a map, and take a tenth of its memory.
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
