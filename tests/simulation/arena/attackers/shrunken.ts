import { atHome } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'shrunken',
  does: 'Every ad is drawn as small as 5,000 square pixels.',
  act: ({ look, day }) => look(atHome(120, day), { said: { pixels: 5000 } })
}
