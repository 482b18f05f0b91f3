import { currentBrowser, home, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const crowd: Player = {
  name: 'four-second-pages',
  does: '40 people read six pages of four seconds each.',
  async act({ look, advance }) {
    for (let page = 0; page < 6; page++) {
      await look(times(40, nth => ({ address: home(nth), userAgent: currentBrowser(nth) })))
      await advance(2500)
    }
  }
}
