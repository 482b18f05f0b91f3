import { sumOf } from '@mille/money/sum.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { paysAddress, type ReadTransaction, readTransaction } from './bitcoin/read-transaction.ts'
import type { ChainName } from './chain-facts.ts'
import { toUnits } from './ethereum/client.ts'
import { type ReadPayout, readPayout } from './ethereum/read-payout.ts'

/** What somebody gets; amounts are units of 1e-8 as text, since JSON has no bigint. */
type Payment = { what: string; address: string; amount: string; token: string; output?: number }
type Row = {
  id: number
  chain: ChainName
  transactionId: string
  raw: string
  fee: bigint
  purpose: 'withdrawals' | 'gas' | 'sweep'
  changeAddress: string | null
  /** Where a step to the paying account begins. */
  address: string | null
  token: string | null
  moved: bigint | null
  withdrawals: Payment[]
  unknown: Payment[]
  inputs: { name: string; amount: string }[]
}
/** The token that a contract is of, and how many decimals it has, as all payouts show it. */
type Contracts = Map<string, { token: string; decimals: number }>

const payoutsAtOnce = 500
const mostDecimals = 36

/**
 * Compares each payout's signed bytes with what the books say that it pays: the bytes are what the chain has, and its
 * name is their hash. Gives the first that does not fit, in words, or null.
 */
export async function payoutProblem(tx: Tx): Promise<string | null> {
  const contracts: Contracts = new Map()
  for (let last = 0; ; ) {
    const rows = await readPayouts(tx, last)
    for (const it of rows) {
      const problem = problemOf(it, contracts)
      if (problem !== null) return `payout ${it.id} (${it.transactionId}) ${problem}`
      last = it.id
    }
    if (rows.length < payoutsAtOnce) return null
  }
}

async function readPayouts(tx: Tx, after: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select payouts.id, payouts.chain, transaction_id as "transactionId", raw, fee, purpose,
      change_address as "changeAddress", known.address, swept_token as token, moved,
      (select coalesce(json_agg(json_build_object('what', format('withdrawal %s', paid.id), 'address', paid.address,
          'amount', (paid.amount - paid.fee)::text, 'token', paid.token_code) order by paid.id), '[]')
        from withdrawals paid where payout_id = payouts.id) as withdrawals,
      (select coalesce(json_agg(json_build_object('what', format('unknown payout %s', lost.id), 'address', lost.address,
          'amount', lost.amount::text, 'token', lost.token_code, 'output', lost.output) order by lost.id), '[]')
        from unknown_payouts lost where payout_id = payouts.id) as unknown,
      (select coalesce(json_agg(json_build_object('name', format('%s:%s', spent.transaction_id, spent.output),
          'amount', spent.amount::text)), '[]')
        from payout_inputs spent where payout_id = payouts.id) as inputs
    from payouts left join deposit_addresses known on known.id = address_id
    where payouts.id > ${after} order by payouts.id limit ${payoutsAtOnce}`.execute(tx)
  return rows
}

function problemOf(row: Row, contracts: Contracts): string | null {
  if (row.chain === 'bitcoin') {
    const read = tryTo(() => readTransaction(row.raw))
    return read === null ? 'has bytes that are no transaction' : bitcoinProblem(row, read)
  }
  const read = tryTo(() => readPayout(row.raw))
  return read === null ? 'has bytes that are no transaction' : ethereumProblem(row, read, contracts)
}

/** Every output is a withdrawal's, a known loss or what comes back, and what is left over is the fee. */
function bitcoinProblem(row: Row, { id, inputs, outputs }: ReadTransaction): string | null {
  if (id !== row.transactionId) return `has the bytes of ${id}`
  const known = row.inputs.map(it => it.name).sort()
  if (known.join() !== inputs.toSorted().join()) return 'spends other coins than the books say'
  const spent = sumOf(row.inputs.map(it => BigInt(it.amount)))
  const paid = sumOf(outputs.map(it => it.amount))
  if (spent - paid !== row.fee)
    return `leaves ${spent - paid} to miners, and the books say ${row.fee}`
  const rest = new Set(outputs)
  for (const it of [...row.unknown, ...row.withdrawals]) {
    const choice = it.output === undefined ? rest : outputs.slice(it.output, it.output + 1)
    const found = [...choice].find(
      one => one.amount === BigInt(it.amount) && paysAddress(one.script, it.address)
    )
    if (!found) return `does not pay ${it.what}: ${it.amount} to ${it.address}`
    rest.delete(found)
  }
  // Those that take each other's place pay the same, and only one of them is named by the withdrawals. What was signed
  // before change was written down says nothing either.
  if (row.changeAddress === null || row.withdrawals.length + row.unknown.length === 0) return null
  const { changeAddress } = row
  const isBack = [...rest].every(it => paysAddress(it.script, changeAddress))
  return isBack && rest.size === 1 ? null : 'pays somebody whom the books do not name'
}

/** One transaction moves one token to one address. */
function ethereumProblem(row: Row, read: ReadPayout, contracts: Contracts): string | null {
  if (read.id !== row.transactionId) return `has the bytes of ${read.id}`
  const { purpose, address, moved } = row
  if (purpose === 'gas') {
    const isSaid = sameAddress(read.to, address) && read.value === moved
    return isSaid ? null : `does not bring ${moved} wei to ${address}`
  }
  if (purpose === 'sweep')
    return contractProblem(read, { token: row.token ?? '', amount: moved ?? 0n }, contracts)
  if (row.withdrawals.length > 1) return `is said to pay ${row.withdrawals.length} withdrawals`
  const { transfer } = read
  // A token that takes a fee of its own says so in a log of its own, which a restore finds as an unknown payout.
  const payment =
    row.withdrawals[0] ?? row.unknown.find(it => sameAddress(it.address, transfer?.to ?? null))
  if (!payment) return null
  if (!sameAddress(payment.address, transfer?.to ?? null))
    return `does not pay ${payment.what}: it pays ${transfer?.to ?? 'nobody'}, not ${payment.address}`
  const { token, amount } = payment
  const problem = contractProblem(read, { token, amount: BigInt(amount) }, contracts)
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
  for (let decimals = 0; decimals <= mostDecimals; decimals++)
    if (toUnits(raw, decimals) === units) return decimals
  return null
}

const sameAddress = (one: string, other: string | null) =>
  one.toLowerCase() === other?.toLowerCase()

function tryTo<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}
