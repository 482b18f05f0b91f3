import type { DepositAddress, TokenCode } from '@mille/api/payments/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import { findOwnCampaign } from '../../campaigns/index.ts'
import type { PaymentsConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../db/connect.ts'
import type { Chain } from '../chain.ts'
import { chainOf, chainsOf, offeredTokens } from '../chains.ts'
import type { ChainName } from '../facts/chain-facts.ts'
import type { Token } from '../facts/tokens.ts'
import { isUnsearched } from '../payouts/restores.ts'

export type DepositableType = 'user' | 'campaign'
export type Depositable = { type: DepositableType; id: number; userId: number }

/**
 * Finds an account or campaign that can receive deposits; null when it does not exist or belongs to another account. A
 * campaign accepts only its own currency.
 */
export async function findDepositable(
  db: Database,
  config: PaymentsConfig,
  userId: number,
  type: DepositableType,
  id: number
): Promise<{ depositable: Depositable; tokens: Token[] } | null> {
  const depositable = { type, id, userId }
  const tokens = offeredTokens(config)
  if (type === 'user') return id === userId ? { depositable, tokens } : null
  const campaign = await findOwnCampaign(db, userId, id)
  if (!campaign) return null
  const isOpen = campaign.state !== 'archived'
  return { depositable, tokens: tokens.filter(it => isOpen && it.asset === campaign.asset) }
}

/**
 * Returns the address of a depositable for a token and creates the next one of the operator's key if there is none.
 * Null while a restored database does not yet know the next index.
 */
export async function giveAddress(
  tx: Tx,
  config: PaymentsConfig,
  { type, id, userId }: Depositable,
  token: Token,
  at: Date
): Promise<{ id: number; isNew: boolean } | null> {
  const { name, nodeKnowsAddresses, addressAt } = chainOf(config, token.chain)
  // Creating an address locks the chain's row, so that indexes have no gaps and two simultaneous requests create only
  // one address.
  const chain = await tx
    .selectFrom('chains')
    .select('next_index')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const known = await tx
    .selectFrom('deposit_addresses')
    .select('id')
    .where('depositable_type', '=', type)
    .where('depositable_id', '=', id)
    .where('token_code', '=', token.code)
    .limit(1)
    .executeTakeFirst()
  if (known) return { id: known.id, isNew: false }
  // After a restore, only the node knows which addresses had been given out.
  if (nodeKnowsAddresses && (await isUnsearched(tx, name))) return null
  const index = chain.next_index
  await tx
    .updateTable('chains')
    .set({ next_index: index + 1 })
    .where('name', '=', name)
    .execute()
  const made = await tx
    .insertInto('deposit_addresses')
    .values({
      depositable_type: type,
      depositable_id: id,
      user_id: userId,
      chain: name,
      token_code: token.code,
      address_index: index,
      address: addressAt(index),
      created_at: at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: made.id, isNew: true }
}

type AddressRow = {
  id: number
  type: DepositableType
  depositableId: number
  chain: ChainName
  tokenCode: TokenCode
  address: string
  createdAt: Date
}
type DepositRow = {
  id: bigint
  addressId: number
  tokenCode: string
  transactionId: string
  amount: bigint
  /** Amount that is credited for the deposit in the end. */
  worth: bigint
  credited: bigint
  isGone: boolean
  isTooSmall: boolean
  confirmations: number
  seenAt: Date
}
const newestDeposits = 20

/** Returns a depositable's addresses, each with its newest deposits. */
export async function readAddresses(
  { db, config }: Context,
  { type, id }: Pick<Depositable, 'type' | 'id'>
): Promise<DepositAddress[]> {
  const { rows } = await sql<AddressRow>`
    select id, depositable_type as type, depositable_id as "depositableId", chain, token_code as "tokenCode", address,
      created_at as "createdAt"
    from deposit_addresses where depositable_type = ${type} and depositable_id = ${id}
    order by id limit 10`.execute(db)
  const { rows: deposits } = await sql<DepositRow>`
    select newest.* from unnest(${rows.map(it => it.id)}::integer[]) as wanted (id)
    cross join lateral (
      select deposits.id, address_id as "addressId", token_code as "tokenCode", transaction_id as "transactionId",
        amount, coalesce(worth, amount) as worth, credited, is_gone as "isGone", is_too_small as "isTooSmall",
        greatest(coalesce(chains.height - block_height + 1, 0), 0) as confirmations,
        seen_at as "seenAt"
      from deposits join chains on chains.name = chain
      where address_id = wanted.id order by deposits.id desc limit ${newestDeposits}) as newest`.execute(
    db
  )
  const needed = requiredConfirmations(config.payments)
  const chains = chainsOf(config.payments)
  return rows.map(row => ({
    type: 'deposit_addresses',
    id: String(row.id),
    attributes: {
      depositable_id: String(row.depositableId),
      depositable_type: row.type,
      token_code: row.tokenCode,
      address: row.address,
      uri: paymentUri(chains, row),
      created_at: row.createdAt.toISOString(),
      deposits: deposits
        .filter(it => it.addressId === row.id)
        .map(it => ({
          id: String(it.id),
          transaction_id: it.transactionId,
          token_code: it.tokenCode,
          amount: it.amount.toString(),
          state: depositState(it),
          confirmations: it.confirmations,
          required_confirmations: needed[row.tokenCode] ?? 0,
          seen_at: it.seenAt.toISOString()
        }))
    }
  }))
}

/** Returns the plain address if payments in its token are no longer accepted. */
function paymentUri(chains: readonly Chain[], { chain, tokenCode, address }: AddressRow): string {
  const found = chains.find(
    it => it.name === chain && it.tokens.some(token => token.code === tokenCode)
  )
  return found ? found.paymentUri(tokenCode, address) : address
}

function depositState(it: Pick<DepositRow, 'worth' | 'credited' | 'isGone' | 'isTooSmall'>) {
  if (it.isGone) return 'replaced' as const
  if (it.isTooSmall) return 'too_small' as const
  return it.credited === it.worth ? ('credited' as const) : ('unconfirmed' as const)
}

export function requiredConfirmations(config: PaymentsConfig): Record<string, number> {
  return Object.fromEntries(offeredTokens(config).map(it => [it.code, it.confirmations]))
}

/** Returns the minimum deposits of the tokens that have one. */
export function minimumDeposits(config: PaymentsConfig): Record<string, string> {
  const known = offeredTokens(config).filter(it => it.minimumDeposit !== null)
  return Object.fromEntries(known.map(it => [it.code, String(it.minimumDeposit)]))
}

/** Returns token codes and types by currency, as the deposit flow offers them. */
export function currencyPairs(tokens: readonly Token[]) {
  const pairs: Record<string, { token_code: TokenCode; token_type: Token['type'] }[]> = {}
  for (const { code, type, asset } of tokens) {
    const currency = asset.toLowerCase() satisfies string as Lowercase<Asset>
    pairs[currency] = [...(pairs[currency] ?? []), { token_code: code, token_type: type }]
  }
  return pairs
}
