import { atHome } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'covered',
  does: 'Every ad is covered, and Chromium says so.',
  act: ({ look, day }) => look(atHome(120, day), { said: { isVisible: false } })
}
