/** Longer than it takes to open a page and scroll down to its last ad. */
const memoryMs = 5 * 60_000
const campaignsKept = 6
const defaultSlots = 2 ** 16
/** The visitor's name in two halves, when it was last drawn for, and the campaigns, the newest first; 0 where there is none. */
const slotWords = 3 + campaignsKept

export type LatelyDrawn = {
  /** The newest first; empty for a visitor for whom nothing was drawn lately. */
  of: (visitor: Buffer) => readonly number[]
  remember: (visitor: Buffer, campaign: number) => void
}

const nothing: readonly number[] = []

/**
 * Which campaigns this node has drawn for a visitor in the last minutes, seen or not: the ad units of a page ask one after
 * the other, and of two ads of one campaign the second is not paid for. It only makes the draw prefer others, so it may
 * forget: two visitors who fall on one slot push each other out. It takes 2.4 MB, however many come.
 */
export function createLatelyDrawn(now: () => Date, slots = defaultSlots): LatelyDrawn {
  const words = new Uint32Array(slots * slotWords)

  /** Names are keyed hashes. Their last bytes are the browser's, which many visitors share. */
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
      // One that is known moves to the front; otherwise the oldest is forgotten.
      let place = at + 3
      while (place < at + slotWords - 1 && words[place] !== campaign) place++
      for (; place > at + 3; place--) words[place] = words[place - 1] ?? 0
      words[at + 3] = campaign
    }
  }
}
