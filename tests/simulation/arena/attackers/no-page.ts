import { currentBrowser, home, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'no-page',
  does: 'Views at a unit of a site come from pages that send neither Origin nor Referer.',
  act: ({ look, day }) =>
    look(
      times(120, nth => ({
        address: home(day * 120 + nth),
        userAgent: currentBrowser(nth),
        headers: { 'sec-fetch-mode': 'cors' }
      }))
    )
}
