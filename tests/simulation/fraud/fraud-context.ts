import { readConfig } from '@mille/server/config.ts'
import { createLog } from '@mille/server/context.ts'
import { createRandom } from '@mille/testing/random.ts'
import type { Network } from '../../faults/delivery-network.ts'
import type { FraudContext } from './simulate-fraud.ts'

/** Creates a network as in production, on a clock that is set by hand. */
export function createFraudContext(
  network: Pick<Network, 'db' | 'pool' | 'connection'>,
  seed: number
): FraudContext {
  const random = createRandom(seed)
  const config = {
    ...readConfig({
      NODE_ENV: 'test',
      SECRET: random.bytes(32).toString('hex'),
      LOG_LEVEL: 'silent'
    }),
    mode: 'production' as const,
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
