import { atHome } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'slow-farm',
  does: '55 home connections see one ad a day each, below the number of views from which a unit is scored, and never report that it was drawn.',
  act: ({ look, day }) => look(atHome(55, day), { renderedMs: null })
}
