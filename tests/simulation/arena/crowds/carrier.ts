import { currentBrowser, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const crowd: Player = {
  name: 'carrier',
  does: '300 people with five current browsers behind one /24 of a carrier read one page each, within an hour.',
  async act({ look, advance }) {
    for (let round = 0; round < 30; round++) {
      const address = `100.70.1.${round + 1}`
      await look(times(10, nth => ({ address, userAgent: currentBrowser(nth) })))
      await advance(100_000)
    }
  }
}
