import { atHome } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'instant-views',
  does: 'Behind 120 home connections a program reports each ad as drawn and as seen in the same moment, 1.15 seconds after it was chosen.',
  act: ({ look, day }) => look(atHome(120, day), { renderedMs: 1150, seenMs: 0 })
}
