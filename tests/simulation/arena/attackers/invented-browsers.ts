import { inventedChrome, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'invented-browsers',
  does: 'One address says that it is 150 different browsers.',
  act: ({ look }) => look(times(150, nth => inventedChrome('81.1.1.7', nth)))
}
