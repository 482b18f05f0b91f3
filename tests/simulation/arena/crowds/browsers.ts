import { home, rareBrowsers, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const crowd: Player = {
  name: 'browsers',
  does: '31 people read two pages a day, each with another browser: apps, game consoles, televisions, and old phones.',
  async act({ look, day }) {
    const people = times(31, nth => ({
      address: home(day * 31 + nth),
      userAgent: rareBrowsers[nth] ?? ''
    }))
    await look(people)
    await look(people)
  }
}
