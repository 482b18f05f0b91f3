import type { CheckedPayout } from '../chain.ts'
import { tryTo } from '../try-to.ts'
import { toUnits } from './client.ts'
import { type ReadPayout, readPayout } from './read-payout.ts'

/** The token that a contract is of, and how many decimals it has, as all payouts show it. */
type Contracts = Map<string, { token: string; decimals: number }>

const maxDecimals = 36

/** Gives what checks the payouts of a chain one after the other. */
export function checkEthereumPayouts(): (payout: CheckedPayout) => string | null {
  const contracts: Contracts = new Map()
  return payout => problemOf(payout, contracts)
}

/** One transaction moves one token to one address. */
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
  // A token that takes a fee of its own says so in a log of its own, which a restore finds as an unknown payout.
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
 * Which contract is which token's may change over the years, and a token's decimals are asked of the chain: so the payouts
 * have to agree with each other.
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
