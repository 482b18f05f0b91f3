import type { CheckedPayout } from '../chain.ts'
import { tryTo } from '../try-to.ts'
import { toUnits } from './client.ts'
import { type ReadPayout, readPayout } from './read-payout.ts'

/** Token of each contract and its number of decimals, as all payouts show them. */
type Contracts = Map<string, { token: string; decimals: number }>

const maxDecimals = 36

/** Returns a function that checks the payouts of a chain one after the other. */
export function checkEthereumPayouts(): (payout: CheckedPayout) => string | null {
  const contracts: Contracts = new Map()
  return payout => problemOf(payout, contracts)
}

/** Compares one payout with the books: one transaction moves one token to one address. */
function problemOf(row: CheckedPayout, contracts: Contracts): string | null {
  const read = tryTo(() => readPayout(row.raw))
  if (read === null) return 'has bytes that are not a transaction'
  if (read.id !== row.transactionId) return `has the bytes of ${read.id}`
  if (row.purpose === 'gas') {
    const isSaid = sameAddress(read.to, row.address) && read.value === row.moved
    return isSaid ? null : `does not bring ${row.moved} wei to ${row.address}`
  }
  if (row.purpose === 'sweep')
    return contractProblem(read, { token: row.token, amount: row.moved }, contracts)
  if (row.withdrawals.length > 1) return `is said to pay ${row.withdrawals.length} withdrawals`
  const { transfer } = read
  // A token that takes its own fee writes a second log, which a restore finds as an unknown payout.
  const payment =
    row.withdrawals[0] ?? row.unknown.find(it => sameAddress(it.address, transfer?.to ?? null))
  if (!payment) return null
  if (!sameAddress(payment.address, transfer?.to ?? null))
    return `does not pay ${payment.what}: it pays ${transfer?.to ?? 'no one'}, not ${payment.address}`
  const { token, amount } = payment
  const problem = contractProblem(read, { token, amount }, contracts)
  return problem && `does not pay ${payment.what}: it ${problem}`
}

/**
 * The contract of a token may change over the years, and its decimals come from the chain, so the payouts have to agree
 * with each other.
 */
function contractProblem(
  { to, transfer }: ReadPayout,
  { token, amount }: { token: string; amount: bigint },
  contracts: Contracts
): string | null {
  if (!transfer) return 'moves no tokens'
  const name = to.toLowerCase()
  const known = contracts.get(name)
  const decimals = known?.decimals ?? decimalsFor(transfer.amount, amount)
  if (decimals === null || toUnits(transfer.amount, decimals) !== amount)
    return `moves ${transfer.amount} of the token's smallest units, which are not ${amount}`
  if (known && known.token !== token) return `moves ${known.token}, and the books say ${token}`
  contracts.set(name, { token, decimals })
  return null
}

function decimalsFor(raw: bigint, units: bigint): number | null {
  for (let decimals = 0; decimals <= maxDecimals; decimals++)
    if (toUnits(raw, decimals) === units) return decimals
  return null
}

const sameAddress = (one: string, other: string | null) =>
  one.toLowerCase() === other?.toLowerCase()
