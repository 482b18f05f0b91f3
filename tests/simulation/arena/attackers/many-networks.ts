import { atHome } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'many-networks',
  does: 'A program behind 120 rented home connections views an ad from each, as the browser that people there have.',
  act: ({ look, day }) => look(atHome(120, day))
}
