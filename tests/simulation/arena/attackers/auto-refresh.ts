import { currentBrowser, home, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'auto-refresh',
  does: 'A page that ten people at home have open asks for another ad each 1.3 seconds, half a minute long.',
  async act({ look }) {
    const people = times(10, nth => ({ address: home(nth), userAgent: currentBrowser(nth) }))
    for (let ad = 0; ad < 23; ad++) await look(people, { renderedMs: 100, seenMs: 1200 })
  }
}
