import { atHome } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'other-site',
  does: 'The code of a site runs on another one, whose address each browser tells.',
  act: ({ look, day }) =>
    look(
      atHome(120, day).map(visitor => ({
        ...visitor,
        headers: {
          'sec-fetch-mode': 'cors',
          'sec-fetch-site': 'cross-site',
          origin: 'https://other.example',
          referer: 'https://other.example/'
        }
      }))
    )
}
