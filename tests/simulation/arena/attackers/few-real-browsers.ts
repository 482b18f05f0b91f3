import { currentBrowser, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'few-real-browsers',
  does: 'Twenty networks have the three most frequent browsers each, which come four times a day.',
  async act({ advance, look }) {
    const visitors = times(60, nth => ({
      address: `82.7.${nth % 20}.7`,
      userAgent: currentBrowser(nth % 3)
    }))
    for (let visit = 0; visit < 4; visit++) {
      await look(visitors)
      await advance(60_000)
    }
  }
}
