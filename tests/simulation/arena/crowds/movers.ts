import { currentBrowser, home, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const crowd: Player = {
  name: 'movers',
  does: '40 people leave their Wi-Fi between the choice of an ad and its view.',
  async act({ advance, choose, report }) {
    for (const visitor of times(40, nth => ({
      address: home(nth),
      userAgent: currentBrowser(nth % 2)
    }))) {
      const token = await choose(visitor)
      report(visitor, token, 'rendered')
      await advance(1200)
      report({ ...visitor, address: '100.70.1.7' }, token, 'viewable')
    }
  }
}
