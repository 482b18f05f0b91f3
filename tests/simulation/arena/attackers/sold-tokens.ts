import { currentBrowser, home, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'sold-tokens',
  does: 'Ads are chosen at 120 home connections and reported from 120 others.',
  async act({ advance, choose, report, day }) {
    const visitors = times(120, nth => ({
      address: home(day * 240 + nth),
      userAgent: currentBrowser(nth)
    }))
    const tokens: (string | null)[] = []
    for (const visitor of visitors) tokens.push(await choose(visitor))
    await advance(1200)
    for (const [nth, visitor] of visitors.entries())
      report({ ...visitor, address: home(day * 240 + 120 + nth) }, tokens[nth] ?? null, 'viewable')
  }
}
