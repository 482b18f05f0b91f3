import { currentBrowser, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const crowd: Player = {
  name: 'small-carrier',
  does: '200 phones behind 40 addresses of a carrier, in ten /24, read one page each.',
  act: ({ look }) =>
    look(
      times(200, nth => ({
        address: `100.${70 + (nth % 10)}.1.${Math.floor(nth / 10) % 4}`,
        userAgent: currentBrowser(nth % 7 === 0 ? 0 : 1)
      }))
    )
}
