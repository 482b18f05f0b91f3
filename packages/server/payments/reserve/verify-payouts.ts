import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import type { CheckedPayment, CheckedPayout } from '../chain.ts'
import { chainKinds } from '../chains.ts'
import type { ChainName } from '../facts/chain-facts.ts'

/** Part of a payout as JSON, with amounts as text since JSON has no bigint. */
type InText<Part extends { amount: bigint }> = Omit<Part, 'amount'> & { amount: string }
type Row = {
  id: number
  chain: ChainName
  transactionId: string
  raw: string
  fee: bigint
  purpose: CheckedPayout['purpose']
  changeAddress: string | null
  /** Deposit address of a gas or sweep step. */
  address: string | null
  token: string | null
  moved: bigint | null
  withdrawals: InText<CheckedPayment>[]
  unknown: InText<CheckedPayment>[]
  inputs: { name: string; amount: string }[]
  anchor: string | null
}

const payoutsAtOnce = 500

/**
 * Compares each payout's signed bytes with the payments in the books: the chain has these bytes, and their hash is the
 * transaction's ID. Returns a description of the first mismatch, or null.
 */
export async function payoutProblem(tx: Tx): Promise<string | null> {
  const checks = new Map(chainKinds.map(it => [it.name, it.checkPayouts()]))
  for (let last = 0; ; ) {
    const rows = await readPayouts(tx, last)
    for (const it of rows) {
      const check = checks.get(it.chain)
      const problem = check ? check(checkedPayout(it)) : `is on ${it.chain}, which cannot be read`
      if (problem !== null) return `payout ${it.id} (${it.transactionId}) ${problem}`
      last = it.id
    }
    if (rows.length < payoutsAtOnce) return null
  }
}

function checkedPayout(row: Row): CheckedPayout {
  const { id, transactionId, raw, fee, purpose, changeAddress, anchor } = row
  const base = { id, transactionId, raw, fee }
  // The table's constraints require these columns for a step.
  const [address, token, moved] = [row.address ?? '', row.token ?? '', row.moved ?? 0n]
  if (purpose === 'gas') return { ...base, purpose, address, moved }
  if (purpose === 'sweep') return { ...base, purpose, token, moved }
  const [withdrawals, unknown] = [row.withdrawals.map(amountRead), row.unknown.map(amountRead)]
  return {
    ...base,
    purpose,
    changeAddress,
    withdrawals,
    unknown,
    inputs: row.inputs.map(amountRead),
    anchor
  }
}

function amountRead<Part extends { amount: string }>(part: Part) {
  return { ...part, amount: BigInt(part.amount) }
}

async function readPayouts(tx: Tx, after: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select payouts.id, payouts.chain, transaction_id as "transactionId", raw, fee, purpose,
      change_address as "changeAddress", known.address, swept_token as token, moved,
      (select encode(hash, 'hex') from payout_anchors where payout_id = payouts.id) as anchor,
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
