import { currentBrowser, home, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'small-units',
  does: 'Four units of one account have 60 views a day each, none of which is reported as drawn.',
  units: 4,
  async act({ look, day, units }) {
    for (const [at, unit] of units.entries())
      await look(
        times(60, nth => ({
          address: home(day * 240 + at * 60 + nth),
          userAgent: currentBrowser(nth)
        })),
        { unit, renderedMs: null }
      )
  }
}
