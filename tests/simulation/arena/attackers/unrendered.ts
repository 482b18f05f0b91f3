import { atHome } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'unrendered',
  does: 'Behind 120 home connections a program reports ads as seen that were never reported as drawn.',
  act: ({ look, day }) => look(atHome(120, day), { renderedMs: null })
}
