import { currentBrowser, home, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const crowd: Player = {
  name: 'households',
  does: '100 people at home read one page each, on a phone; a third of them open it on a computer too.',
  async act({ look, advance, day }) {
    const phones = times(100, nth => ({
      address: home(day * 100 + nth),
      userAgent: currentBrowser(nth % 2)
    }))
    await look(phones)
    await advance(3_600_000)
    const atDesk = phones.filter((_, nth) => nth % 3 === 0)
    await look(atDesk.map((it, nth) => ({ ...it, userAgent: currentBrowser(2 + (nth % 3)) })))
  }
}
