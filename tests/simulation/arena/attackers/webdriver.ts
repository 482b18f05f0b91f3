import { atHome } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'webdriver',
  does: 'Driven browsers behind 120 home connections say that they are driven.',
  act: ({ look, day }) => look(atHome(120, day), { said: { webdriver: true } })
}
