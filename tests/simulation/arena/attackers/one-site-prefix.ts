import { inventedChrome, times } from '../browsers.ts'
import type { Player } from '../player.ts'

export const attacker: Player = {
  name: 'one-site-prefix',
  does: 'Behind one IPv6 /48 a program says that it is 150 different browsers, each with a /64.',
  act: ({ look }) =>
    look(times(150, nth => inventedChrome(`2001:67c:9:${(nth + 1).toString(16)}::1`, nth)))
}
