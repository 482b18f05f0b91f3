import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@mille/server/db/connect.ts'
import { readAddress } from '@mille/server/db/database-address.ts'
import { networkAccount, transfer, userAccount } from '@mille/server/ledger/index.ts'

export type LedgerLoad = {
  /** Names of the batches that are known to be committed. */
  acknowledged: Set<string>
  /** Number of batches whose commit failed or whose outcome is unknown. */
  failed: () => number
  finish: () => Promise<void>
}

const users = 10
export const ledgerLoadKey = 'demo credit load '
const pauseMs = 10

/** Credits accounts and takes most of it back, two transfers per batch, whatever the database does. */
export async function startLedgerLoad(url: string, atOnce = 4): Promise<LedgerLoad> {
  const { db, close } = await connect(readAddress(url), atOnce)
  const acknowledged = new Set<string>()
  let failed = 0
  let next = 0
  let isOn = true

  async function work(): Promise<void> {
    while (isOn) {
      const number = next++
      try {
        const done = await db.transaction().execute(tx => transfer(tx, batchOf(number)))
        if (!done.ok) throw new Error(done.code)
        acknowledged.add(String(number))
        await sleep(pauseMs)
      } catch {
        failed += 1
        await sleep(50)
      }
    }
  }

  const running = Promise.all(Array.from({ length: atOnce }, work))
  return {
    acknowledged,
    failed: () => failed,
    async finish() {
      isOn = false
      await running
      await close()
    }
  }
}

/** `mille verify` checks these transfers, so they use only routes that the ledger's rules allow. */
function batchOf(number: number) {
  const [payer, outside] = [
    userAccount((number % users) + 1, 'BTC'),
    networkAccount('BTC', 'outside')
  ]
  const moves = [
    { from: outside, to: payer, amount: 100n },
    { from: payer, to: outside, amount: 81n }
  ]
  return moves.map((it, index) => ({
    ...it,
    key: `${ledgerLoadKey}${number}-${index}`,
    kind: 'adjustment',
    at: new Date()
  }))
}
