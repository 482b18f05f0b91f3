import { currentBrowser, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'ipv6-networks',
  does: 'A program has an IPv6 /32 and views an ad from each of 150 networks of it.',
  act: ({ look }) =>
    look(
      times(150, nth => ({
        address: `2001:67c:${(nth + 1).toString(16)}::1`,
        userAgent: currentBrowser(nth)
      }))
    )
}
