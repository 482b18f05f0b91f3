import { inventedChrome, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'few-networks',
  does: 'Ten networks say that they are 19 different browsers each.',
  act: ({ look }) => look(times(190, nth => inventedChrome(`82.9.${nth % 10}.7`, nth)))
}
