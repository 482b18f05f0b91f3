import { connect } from '@mille/server/db/connect.ts'
import {
  adUnitAccount,
  type NewTransfer,
  networkAccount,
  transfer,
  userAccount
} from '@mille/server/ledger/index.ts'

/**
 * Moves money in batches of three until it is killed, and writes the name of each batch to the standard output once the
 * batch is committed. Started as `node ledger-writer.ts <connection as JSON> <round>`.
 */
const [, , connection = '', round = ''] = process.argv
const users = 10
const { db } = await connect(JSON.parse(connection), 8)
let next = 0

await Promise.all(Array.from({ length: 8 }, work))

async function work(): Promise<void> {
  for (;;) {
    const number = next++
    const batch = `${round}-${number}`
    const done = await db
      .transaction()
      .execute(tx => transfer(tx, transfersOf(batch, number)))
      // The database may have been killed, too; the process that reads this output decides what was acknowledged.
      .catch(() => process.exit(0))
    if (!done.ok) throw new Error(done.code)
    process.stdout.write(`${batch}\n`)
  }
}

function transfersOf(batch: string, number: number): NewTransfer[] {
  const payer = userAccount((number % users) + 1, 'BTC')
  const outside = networkAccount('BTC', 'outside')
  const at = new Date()
  // `mille verify` checks these transfers, so they use only routes that the ledger's rules allow.
  if (round === 'load') {
    const credits = [
      { from: outside, to: payer, amount: 100n },
      { from: payer, to: outside, amount: 81n }
    ]
    return credits.map((it, index) => {
      return { ...it, key: `demo credit ${batch}-${index}`, kind: 'adjustment', at }
    })
  }
  const others = [
    { from: outside, to: payer, amount: 100n },
    { from: payer, to: adUnitAccount(((number * 7) % users) + 1, 'BTC'), amount: 81n },
    { from: payer, to: networkAccount('BTC', 'fee'), amount: 19n }
  ]
  return others.map((it, index) => ({ ...it, key: `${batch}-${index}`, kind: 'test', at }))
}
