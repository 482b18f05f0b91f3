import { formatAmount } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import type { BitcoinConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import type { Holdings } from '../chain.ts'
import { openPayouts } from '../payouts/payout.ts'
import { readHoldings, readStanding } from './node-wallet.ts'
import { createBitcoinRpc } from './rpc.ts'

/**
 * Reads what the watched addresses hold. Payouts are read first, so that one that is sent in between counts both as
 * held and as owed.
 */
export async function readBitcoinHoldings(
  context: Context,
  config: BitcoinConfig
): Promise<Holdings> {
  const rpc = createBitcoinRpc(config)
  const paid: number[] = []
  for (const it of await openPayouts(context.db, config.name)) {
    // A payout that was just handed to the node may not be marked as sent yet.
    const isGone =
      it.state === 'sent' || (await readStanding(rpc, it.transactionId)).type === 'known'
    if (isGone) paid.push(it.id)
  }
  const { spendable, tooSmall } = await readHoldings(rpc)
  const words = [...tooSmallWords(tooSmall), ...(await costWords(context))]
  return { amount: spendable, height: null, paid, words }
}

const tooSmallWords = (units: bigint): string[] =>
  units === 0n
    ? []
    : [`${formatAmount(units)} BTC in coins that cost more to spend than they hold are not counted`]

/** Says whether the fixed fees of withdrawals cover the miners' fees, which vary. */
async function costWords({ db }: Context): Promise<string[]> {
  const { rows } = await sql<{ miners: bigint; kept: bigint }>`
    select (select coalesce(sum(amount), 0) from ledger_transfers where kind = 'miner_fee' and asset = 'BTC') as miners,
      (select coalesce(sum(fee), 0) from withdrawals where asset = 'BTC' and state = 'confirmed' and payment_hash is null) as kept`.execute(
    db
  )
  const { miners = 0n, kept = 0n } = rows[0] ?? {}
  if (miners === 0n) return []
  return [
    `${formatAmount(miners)} BTC went to miners so far, for which ${formatAmount(kept)} were kept of withdrawals`
  ]
}
