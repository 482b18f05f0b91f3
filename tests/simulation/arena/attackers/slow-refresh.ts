import { atHome } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'slow-refresh',
  does: 'A page that ten people at home have open asks for another ad each ten seconds, two minutes long.',
  async act({ advance, look, day }) {
    const people = atHome(10, day)
    for (let ad = 0; ad < 12; ad++) {
      await look(people)
      await advance(8_500)
    }
  }
}
