import { hourMs } from '@mille/api/durations.ts'
import { atHome, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'hoarded',
  does: 'Each of ten visitors is shown 40 ads, and their views are reported all at once an hour later.',
  async act({ advance, choose, report, day }) {
    const visitors = atHome(10, day)
    const tokens: (string | null)[][] = []
    for (const visitor of visitors) tokens.push(await Promise.all(times(40, () => choose(visitor))))
    await advance(hourMs)
    for (const [nth, visitor] of visitors.entries())
      for (const token of tokens[nth] ?? []) report(visitor, token, 'viewable')
  }
}
