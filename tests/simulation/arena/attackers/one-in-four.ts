import { atHome } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'one-in-four',
  does: 'A page with 90 real readers adds 30 views that were never drawn.',
  async act({ look, day }) {
    const visitors = atHome(120, day)
    await look(visitors.slice(0, 90), { said: { isReal: true } })
    await look(visitors.slice(90), { renderedMs: null })
  }
}
