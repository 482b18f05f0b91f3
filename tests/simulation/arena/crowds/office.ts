import { currentBrowser, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const crowd: Player = {
  name: 'office',
  does: 'A company of 80 people with one managed browser behind one address reads one page each in eight hours.',
  async act({ look, advance }) {
    for (let round = 0; round < 80; round++) {
      await look(times(1, () => ({ address: '86.1.2.3', userAgent: currentBrowser(2) })))
      await advance(360_000)
    }
  }
}
