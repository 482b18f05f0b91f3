import { home, inventedChrome, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'no-fetch-metadata',
  does: 'A program takes the name of Chrome and sends none of the headers by which Chrome says how it asks.',
  act: ({ look, day, origin }) =>
    look(
      times(120, nth => ({ ...inventedChrome(home(day * 120 + nth), nth), headers: { origin } }))
    )
}
