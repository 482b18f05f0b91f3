import { currentBrowser, home, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'null-origin',
  does: 'Views at a unit of a site come from sandboxed frames, whose Origin is null.',
  act: ({ look, day }) =>
    look(
      times(120, nth => ({
        address: home(day * 120 + nth),
        userAgent: currentBrowser(nth),
        headers: { 'sec-fetch-mode': 'cors', origin: 'null' }
      }))
    )
}
