import { atHome } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'no-looks',
  does: 'Behind 120 home connections a program reports views without what the ad says of each: its area, and whether it is covered.',
  act: ({ look, day }) =>
    look(atHome(120, day), { said: { isVisible: undefined, pixels: undefined } })
}
