import { type Config, readConfig } from '@mille/server/config.ts'
import { type Context, createLog } from '@mille/server/context.ts'
import { createRandom } from '@mille/testing/random.ts'
import type { Network } from '../faults/delivery-network.ts'

type Clock = { now: () => Date; set: (moment: string | Date) => void }
export type SimulatedContext = Context & { clock: Clock }

/**
 * Creates a network on a clock that is set by hand, with the settings of production or, for tests that give accounts
 * money without a deposit, those of tests.
 */
export function createSimulatedContext(
  network: Pick<Network, 'db' | 'pool' | 'connection'>,
  seed: number,
  mode: Config['mode'] = 'production'
): SimulatedContext {
  const random = createRandom(seed)
  const config = {
    ...readConfig({
      NODE_ENV: 'test',
      SECRET: random.bytes(32).toString('hex'),
      LOG_LEVEL: 'silent'
    }),
    mode,
    publicUrl: 'https://ads.example'
  }
  let nowMs = 0
  const now = () => new Date(nowMs)
  const set = (moment: string | Date) => {
    nowMs = new Date(moment).getTime()
  }
  return {
    config,
    now,
    clockOffsetMs: () => nowMs - Date.now(),
    clock: { now, set },
    db: network.db,
    pool: network.pool,
    connection: network.connection,
    randomBytes: random.bytes,
    mailer: { send: async () => {}, close: () => {} },
    log: createLog(config)
  }
}
