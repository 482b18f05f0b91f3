import { atHome } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'copies',
  does: 'Each of ten views is reported 30 times.',
  async act({ advance, choose, report, day }) {
    const visitors = atHome(10, day)
    for (const visitor of visitors) {
      const token = await choose(visitor)
      report(visitor, token, 'rendered')
      await advance(1200)
      for (let copy = 0; copy < 30; copy++)
        report(visitor, token, 'viewable', { isReal: copy === 0 })
    }
  }
}
