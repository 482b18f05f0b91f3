import { startBitcoinLife } from '@mille/testing/bitcoin-life.ts'
import { playLife } from '@mille/testing/chain-life.ts'
import { startEthereumLife } from '@mille/testing/ethereum-life.ts'
import { createRandom } from '@mille/testing/random.ts'
import { createTestApp } from '@mille/testing/test-app.ts'
import { afterAll, test } from 'vitest'

const isProof = process.env.MILLE_PROOF === 'full'
/** So that the fifty can be run in pieces, and one of them alone. */
const seeds = Number(process.env.MILLE_SEEDS ?? (isProof ? 50 : 1))
const events = isProof ? 80 : 25
const firstSeed = Number(process.env.MILLE_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** How often each event was done, refused ones aside. */
const done = new Map<string, number>()
afterAll(() => {
  const list = [...done].sort().map(([name, count]) => `${name} ${count}`)
  process.stdout.write(`chain events: ${list.join(', ')}\n`)
})

/** A chain, a key and a database of its own for each life. */
const chains = { Bitcoin: startBitcoinLife, Ethereum: startEthereumLife }

for (const [name, start] of Object.entries(chains)) {
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
          for (const [act, count] of counts)
            done.set(`${name} ${act}`, (done.get(`${name} ${act}`) ?? 0) + count)
        } finally {
          await app.close()
          await chain.dispose()
        }
      },
      isProof ? 1_800_000 : 300_000
    )
  }
}
