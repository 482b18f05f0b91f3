import { currentBrowser, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'data-center',
  does: 'Machines in a data center of the built-in list say that they are browsers.',
  act: ({ look }) =>
    look(times(120, nth => ({ address: `3.${nth}.1.7`, userAgent: currentBrowser(nth) })))
}
