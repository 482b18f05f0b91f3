import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import type { DecidedDeposit, Evidence, PaidPayout } from '../chain.ts'
import { chainsOf } from '../chains.ts'
import { type ChainName, type ChainState, NodeBehind } from '../facts/chain-facts.ts'

const rowsAtOnce = 500
const asksAtOnce = 20

/**
 * Asks the connected nodes for each deposit that is credited or too small and for each confirmed payout. Returns a
 * description of the first one that the chain does not have, or null. Throws `NodeBehind` when a node is behind.
 */
export async function chainProblem({ db, config }: Pick<Context, 'db' | 'config'>) {
  for (const { name, evidence } of chainsOf(config.payments)) {
    const problem = await problemOn(db, name, evidence())
    if (problem !== null) return problem
  }
  return null
}

async function problemOn(
  db: Database,
  chain: ChainName,
  evidence: Evidence
): Promise<string | null> {
  const upTo = await readableHeight(db, chain, evidence)
  if (upTo === null) return null
  for (let last = 0n; ; ) {
    const rows = await readDeposits(db, chain, { after: last, upTo })
    for (let from = 0; from < rows.length; from += asksAtOnce) {
      const some = rows.slice(from, from + asksAtOnce)
      const found = await Promise.all(some.map(it => evidence.ofDeposit(it)))
      for (const [place, it] of some.entries()) {
        const said = found[place]
        // The chain, and the books with it, may have changed during the check.
        if (said && (await isStillSo(db, it)))
          return `deposit ${it.id} of ${it.transactionId}: ${said}`
      }
    }
    last = rows.at(-1)?.id ?? last
    if (rows.length < rowsAtOnce) break
  }
  for (let last = 0; ; ) {
    const rows = await readPayouts(db, chain, last)
    for (const it of rows) {
      const said = await evidence.ofPayout(it)
      if (said) return `payout ${it.id} in ${it.transactionId}: ${said}`
    }
    last = rows.at(-1)?.id ?? last
    if (rows.length < rowsAtOnce) return null
  }
}

/** Returns the block up to which the node and the books must agree; null when nothing was read yet. */
async function readableHeight(
  db: Database,
  chain: ChainName,
  { hashAt }: Evidence
): Promise<number | null> {
  const { rows } = await sql<Pick<ChainState, 'height' | 'tipHash' | 'readHeight' | 'scanFrom'>>`
    select height, tip_hash as "tipHash", read_height as "readHeight", scan_from as "scanFrom"
    from chains where name = ${chain}`.execute(db)
  const [known] = rows
  if (!known || known.height === null) return null
  if (known.scanFrom !== null)
    throw new NodeBehind('The node’s wallet is still being searched for payments')
  const hash = await hashAt(known.height)
  if (hash === null) throw new NodeBehind(`The node has no block ${known.height} yet`)
  // The server has not read a reorganization yet, but the blocks below it are still in the chain.
  return hash === known.tipHash ? known.height : known.readHeight
}

async function readDeposits(
  db: Database,
  chain: ChainName,
  { after, upTo }: { after: bigint; upTo: number }
): Promise<DecidedDeposit[]> {
  const { rows } = await sql<DecidedDeposit>`
    select id, transaction_id as "transactionId", output, address, token_code as "tokenCode", amount,
      block_hash as "blockHash"
    from deposits
    where chain = ${chain} and ${isDecided} and block_height <= ${upTo} and id > ${after}
    order by id limit ${rowsAtOnce}`.execute(db)
  return rows
}

/** Deposits that the chain must confirm: credited for the block that they are in, or too small ever to be credited. */
const isDecided = sql`(credited > 0 and credited_block = block_hash or is_too_small)`

async function isStillSo(db: Database, { id, blockHash }: DecidedDeposit): Promise<boolean> {
  const { rows } = await sql`
    select from deposits where id = ${id} and block_hash = ${blockHash} and ${isDecided}`.execute(
    db
  )
  return rows.length > 0
}

async function readPayouts(db: Database, chain: ChainName, after: number): Promise<PaidPayout[]> {
  const { rows } = await sql<{
    id: number
    transactionId: string
    purpose: PaidPayout['purpose']
    address: string | null
  }>`
    select payouts.id, transaction_id as "transactionId", purpose, address
    from payouts left join deposit_addresses known on known.id = address_id
    where payouts.chain = ${chain} and state = 'confirmed' and payouts.id > ${after}
    order by payouts.id limit ${rowsAtOnce}`.execute(db)
  return rows.map(({ purpose, address, ...row }) => {
    if (purpose !== 'sweep') return { ...row, purpose }
    if (address === null) throw new Error(`Payout ${row.id} has no deposit address`)
    return { ...row, purpose, from: { address } }
  })
}
