import { parseArgs } from 'node:util'
import { startNetwork } from '../faults/delivery-network.ts'
import { cpdShares, cpmSpending } from './findings.ts'
import { simulate } from './simulate.ts'
import { simulateDatabase } from './simulate-database.ts'

/**
 * `npm run simulate -- --steps 1000000 --seed 7`: a day of so many requests, and what became of it. `--storm` lets
 * people change their mind and processes die, `--database` runs the product's code on a database of its own.
 */
const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    storm: { type: 'boolean', default: false },
    database: { type: 'boolean', default: false }
  }
})
const steps = Number(values.steps)
const seed = Number(values.seed)
const started = performance.now()

if (values.database) {
  const network = await startNetwork()
  try {
    console.table(await simulateDatabase(network, { seed, steps }))
  } finally {
    await network.stop()
  }
} else {
  const outcome = simulate({ seed, steps, perDay: steps, isStormy: values.storm })
  const { billable, seenToday, repeated, crashes } = outcome
  console.table({ billable, 'seen in the day': seenToday, repeated, crashes })
  if (!values.storm) {
    console.table(cpdShares(outcome))
    console.table(cpmSpending(outcome, 1))
  }
}
const seconds = ((performance.now() - started) / 1000).toFixed(1)
process.stdout.write(`seed ${seed}: ${steps} steps in ${seconds} s, everything holds\n`)
