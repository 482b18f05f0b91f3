import { currentBrowser, home, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const crowd: Player = {
  name: 'offices',
  does: 'Of 120 people, 60 read the page at work, behind one address for five of them, and the others at home.',
  act: ({ look, day }) =>
    look(
      times(120, nth => ({
        address: nth < 60 ? `86.1.${nth % 12}.3` : home(day * 120 + nth),
        userAgent: currentBrowser(nth)
      }))
    )
}
