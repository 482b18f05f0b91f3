import { currentBrowser, home, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const crowd: Player = {
  name: 'homes',
  does: '150 people at home read one page each.',
  act: ({ look }) =>
    look(times(150, nth => ({ address: home(nth), userAgent: currentBrowser(nth) })))
}
