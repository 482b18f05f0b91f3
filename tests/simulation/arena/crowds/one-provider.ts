import { currentBrowser, home, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const crowd: Player = {
  name: 'one-provider',
  does: '150 people of a town, most of whom have one provider, read one page each: three of four by its IPv6.',
  act: ({ look }) =>
    look(
      times(150, nth => ({
        address: nth % 4 === 0 ? home(nth) : `2a02:810:${(nth + 1).toString(16)}::1`,
        userAgent: currentBrowser(nth)
      }))
    )
}
