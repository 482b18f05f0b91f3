import { inventedChrome, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'six-networks',
  does: 'Six networks say that they are 25 different browsers each.',
  act: ({ look }) => look(times(150, nth => inventedChrome(`82.8.${nth % 6}.7`, nth)))
}
