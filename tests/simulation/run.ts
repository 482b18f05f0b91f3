import { parseArgs } from 'node:util'
import { connect } from '@mille/server/db/connect.ts'
import { superuser } from '@mille/server/db/ordinary-role.ts'
import { type Network, startNetwork } from '../faults/delivery-network.ts'
import { cpdShares, cpmSpending } from './findings.ts'
import { fraudTable, honestlyRejected } from './fraud/fraud-table.ts'
import { simulateFraud } from './fraud/simulate-fraud.ts'
import { simulate } from './simulate.ts'
import { simulateDatabase } from './simulate-database.ts'
import { createSimulatedContext } from './simulated-context.ts'
import { checkTerms, termsTable } from './terms/check-terms.ts'
import { simulateTerms, type TermsLife } from './terms/simulate-terms.ts'

/**
 * `npm run simulate -- --steps 1000000 --seed 7` simulates a day of so many requests. `--storm` lets people change
 * their minds and processes die, and `--database` runs the product's code on a separate database. `--fraud` simulates a
 * day of honest views beside a dozen kinds of fraud, and shows what is rejected or held of each. `--terms` lets so many
 * campaigns with all kinds of terms run for `--days`, with `--views` ad requests a day for each of them, and checks that
 * each kept to its terms.
 */
const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '' },
    seed: { type: 'string', default: process.env.MILLE_SEED ?? '1' },
    storm: { type: 'boolean', default: false },
    database: { type: 'boolean', default: false },
    fraud: { type: 'boolean', default: false },
    terms: { type: 'boolean', default: false },
    days: { type: 'string', default: '3' },
    views: { type: 'string', default: '60' }
  }
})
const usualSteps = values.terms ? 60 : values.fraud ? 12_000 : 100_000
const steps = Number(values.steps || usualSteps)
const seed = Number(values.seed)
const started = performance.now()

if (values.fraud) {
  const network = await startNetwork()
  try {
    const options = { seed, honest: steps, false: Math.max(120, steps / 25), everyHours: 1 }
    const findings = await simulateFraud(createSimulatedContext(network, seed), options)
    const { views, rejected } = honestlyRejected(findings)
    process.stdout.write(
      `${fraudTable(findings)}\n\nHonest views rejected: ${rejected} of ${views}\n`
    )
  } finally {
    await network.stop()
  }
} else if (values.terms) {
  const network = await startNetwork()
  try {
    process.stdout.write(`seed ${seed}\n`)
    await dropDurability(network)
    const context = createSimulatedContext(network, seed, 'test')
    const days = Number(values.days)
    const size = { campaigns: steps, days, views: Number(values.views), bills: 20 }
    const onDay = (day: number, { drawn, views }: TermsLife) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(0)
      const what = `${drawn} ads drawn, ${views.size} seen`
      process.stdout.write(`day ${day} of ${days} after ${seconds} s: ${what}\n`)
    }
    const life = await simulateTerms(context, { seed, ...size, onDay })
    const { verified, ...found } = await checkTerms(context, life, size)
    console.table(termsTable(found))
    process.stdout.write(`${verified}\n`)
  } finally {
    await network.stop()
  }
} else if (values.database) {
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

/** Lets a database that is deleted at the end not wait for the disk, as the databases of tests do. */
async function dropDurability({ connection }: Network): Promise<void> {
  const { pool, close } = await connect({ ...connection, user: superuser }, 1)
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await pool.query(`alter system set ${setting} = off`)
  await pool.query('select pg_reload_conf()')
  await close()
}
