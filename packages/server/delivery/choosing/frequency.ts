import { type NameKey, nameKey } from '../visitors/visitor.ts'

/** Reports whether a campaign's charged view for the visitor in these 24 hours is already used. */
export type HasSeen = (campaign: number) => boolean

export type Frequency = {
  /** Remembers a view. The keys come from the visitor's names of today and, if known, of tomorrow. */
  remember: (keys: readonly NameKey[], campaign: number, isCharged: boolean) => void
  /** Removes a campaign that was remembered too early. */
  forget: (keys: readonly NameKey[], campaign: number) => void
  /** Remembers a view as charged if the campaign is not capped under any of the names; returns whether it did. */
  guess: (keys: readonly NameKey[], campaign: number) => boolean
  /** Returns which campaigns are capped for a visitor; null if nothing is known, as for most visitors. */
  seenBy: (visitor: Buffer) => HasSeen | null
}

/** Period in which a campaign is charged for a visitor only once, in milliseconds. */
export const chargedOnceMs = 24 * 60 * 60 * 1000
/** How long a view that was not charged is remembered, in milliseconds: it is unknown when another node charged one. */
const guessMs = 60 * 60 * 1000
/** Maximum number of visitors in each of two generations. */
const maxVisitors = 150_000

/**
 * Remembers which campaigns had their charged view for which visitors, from the views this node reported; the draw
 * skips these. It uses memory only, so no decision waits. Views that another node counted, or this one before it
 * started, are found by the counter: they are not charged, and are remembered from then on.
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

  /** A visitor not known under any of the names gets one list that all names share. */
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
 * A visitor's campaigns, each followed by the time until which it is capped. Nearly all visitors have one or two, so a
 * list is faster than a map and takes a tenth of the memory.
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
