import { atHome } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'sold-next-door',
  does: 'Ads are chosen at 120 home connections and reported by a neighbor in the same /24 with the same browser.',
  async act({ advance, choose, report, day }) {
    const visitors = atHome(120, day)
    const tokens: (string | null)[] = []
    for (const visitor of visitors) tokens.push(await choose(visitor))
    await advance(1200)
    for (const [nth, visitor] of visitors.entries())
      report(
        { ...visitor, address: visitor.address.replace(/7$/, '8') },
        tokens[nth] ?? null,
        'viewable'
      )
  }
}
