import { currentBrowser, home, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const crowd: Player = {
  name: 'dual-stack',
  does: '40 people ask for the ad by IPv4 and report it by IPv6, as happy eyeballs decide.',
  async act({ advance, choose, report }) {
    for (const [nth, visitor] of times(40, at => ({
      address: home(at),
      userAgent: currentBrowser(at)
    })).entries()) {
      const token = await choose(visitor)
      report(visitor, token, 'rendered')
      await advance(1200)
      report({ ...visitor, address: `2a02:8${nth + 10}::1` }, token, 'viewable')
    }
  }
}
