import { home, times } from '../browsers.ts'
import type { Player } from '../player.ts'

const names = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
  'curl/8.16.0',
  ''
]

export const attacker: Player = {
  name: 'declared-bots',
  does: 'Programs say their own names: a driven Chrome, curl, and none at all.',
  act: ({ look, day }) =>
    look(times(120, nth => ({ address: home(day * 120 + nth), userAgent: names[nth % 3] ?? '' })))
}
