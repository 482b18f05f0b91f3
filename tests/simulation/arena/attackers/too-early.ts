import { atHome } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'too-early',
  does: 'Views are reported half a second after the ad was chosen.',
  act: ({ look, day }) => look(atHome(120, day), { renderedMs: 200, seenMs: 300 })
}
