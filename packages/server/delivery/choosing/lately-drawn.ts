/** How long a draw is remembered, in milliseconds: longer than it takes to open a page and scroll to its last ad. */
const memoryMs = 5 * 60_000
const campaignsKept = 6
const defaultSlots = 2 ** 16
/**
 * Length of a slot in 32-bit words: the visitor's name in two halves, the time of the last draw, and the campaigns,
 * newest first; 0 where there is none.
 */
const slotWords = 3 + campaignsKept

export type LatelyDrawn = {
  /** Returns the campaigns recently drawn for a visitor, newest first; empty if there are none. */
  of: (visitor: Buffer) => readonly number[]
  remember: (visitor: Buffer, campaign: number) => void
}

const nothing: readonly number[] = []

/**
 * Remembers which campaigns this node drew for a visitor in the last minutes, seen or not. The ad units of a page ask
 * in sequence, and a second ad of the same campaign is not paid for. The draw merely prefers other campaigns, so
 * entries may be lost: two visitors in one slot replace each other. It takes 2.4 MB for any number of visitors.
 */
export function createLatelyDrawn(now: () => Date, slots = defaultSlots): LatelyDrawn {
  const words = new Uint32Array(slots * slotWords)

  /**
   * Visitor names are keyed hashes. Their last bytes identify the browser, which many visitors share, so the slot comes
   * from the first ones.
   */
  function slotOf(visitor: Buffer): number {
    return (visitor.readUInt32BE(0) % slots) * slotWords
  }

  function isOf(visitor: Buffer, at: number, seconds: number): boolean {
    return (
      words[at] === visitor.readUInt32BE(0) &&
      words[at + 1] === visitor.readUInt32BE(4) &&
      seconds - (words[at + 2] ?? 0) < memoryMs / 1000
    )
  }

  function secondsNow(): number {
    return Math.floor(now().getTime() / 1000)
  }

  return {
    of(visitor) {
      const at = slotOf(visitor)
      if (!isOf(visitor, at, secondsNow())) return nothing
      const campaigns: number[] = []
      for (let place = at + 3; place < at + slotWords; place++) {
        const campaign = words[place] ?? 0
        if (campaign === 0) break
        campaigns.push(campaign)
      }
      return campaigns
    },

    remember(visitor, campaign) {
      const at = slotOf(visitor)
      const seconds = secondsNow()
      if (!isOf(visitor, at, seconds)) {
        words.fill(0, at, at + slotWords)
        words[at] = visitor.readUInt32BE(0)
        words[at + 1] = visitor.readUInt32BE(4)
      }
      words[at + 2] = seconds
      // A known campaign moves to the front; otherwise the oldest one is dropped.
      let place = at + 3
      while (place < at + slotWords - 1 && words[place] !== campaign) place++
      for (; place > at + 3; place--) words[place] = words[place - 1] ?? 0
      words[at + 3] = campaign
    }
  }
}
