import { currentBrowser, home, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const crowd: Player = {
  name: 'galleries',
  does: '60 people see three units on one page.',
  units: 3,
  async act({ look, units }) {
    const people = times(60, nth => ({ address: home(nth), userAgent: currentBrowser(nth) }))
    for (const unit of units) await look(people, { unit, seenMs: 1000, renderedMs: 100 })
  }
}
