import { afterAll, test } from 'vitest'
import { type LifeChain, playLife } from './chain-life.ts'
import { createRandom } from './random.ts'
import { createTestApp, type TestApp } from './test-app.ts'

const isProof = process.env.MILLE_PROOF === 'full'
/** Number of the first seed, so that the 50 runs can be split, and one of them run alone. */
const seeds = Number(process.env.MILLE_SEEDS ?? (isProof ? 50 : 1))
const events = isProof ? 80 : 12
const firstSeed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** Defines the tests of one kind of chain: runs of random events, each with a separate chain, key and database. */
export function testLives(
  name: string,
  start: (app: TestApp) => Promise<LifeChain & { dispose: () => Promise<void> }>
): void {
  /** How often each event was carried out, without refused ones. */
  const done = new Map<string, number>()
  afterAll(() => {
    const list = [...done].sort().map(([act, count]) => `${act} ${count}`)
    process.stdout.write(`chain events: ${name}, ${list.join(', ')}\n`)
  })

  for (let index = 0; index < seeds; index++) {
    const seed = firstSeed + index
    test(
      `${name}: balances equal the chain’s truth after ${events} events, life ${index + 1} of ${seeds}`,
      async () => {
        process.stdout.write(`chain events: ${name}, MILLE_SEED=${seed}\n`)
        const app = await createTestApp()
        const chain = await start(app)
        try {
          const counts = await playLife(app, chain, createRandom(seed), events)
          for (const [act, count] of counts) done.set(act, (done.get(act) ?? 0) + count)
        } finally {
          await app.close()
          await chain.dispose()
        }
      },
      isProof ? 1_800_000 : 300_000
    )
  }
}
