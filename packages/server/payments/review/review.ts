import type { PayoutReview, QueuedDeposit } from '@mille/api/payments/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import { checkPasskeyOver, findUsers } from '../../accounts/index.ts'
import type { PaymentsConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { readWaiting, type Waiting } from '../../db/count-rows.ts'
import { chainsOf, knownTokens } from '../chains.ts'
import { payoutChallenge } from '../signer/payout-challenge.ts'
import type { WithdrawalRow } from '../withdrawals/withdrawals.ts'

type Approval = { id: number; adminId: number; response: Record<string, unknown> | undefined }

/**
 * Approves a withdrawal; operators cannot approve their own. The passkey signs the withdrawal's name, address and
 * amount. Its response is kept for the signer, which trusts nothing else.
 */
export async function approveWithdrawal(
  context: Context,
  tx: Tx,
  { id, adminId, response }: Approval
): Promise<'decided' | 'not_found' | 'state_not_allowed' | 'own_withdrawal' | 'passkey_invalid'> {
  const row = await tx
    .selectFrom('withdrawals')
    .select([
      'user_id as userId',
      'state',
      'name',
      'chain',
      'token_code as tokenCode',
      'address',
      'lightning_address as lightningAddress',
      'amount',
      'fee',
      'instead_of as insteadOf'
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .limit(1)
    .executeTakeFirst()
  if (!row) return 'not_found'
  if (row.state !== 'requested') return 'state_not_allowed'
  if (row.userId === adminId) return 'own_withdrawal'
  const challenge = approvalChallenge(context.config.payments, row)
  const signedBy = response ? await checkPasskeyOver(context, tx, challenge, response) : null
  if (signedBy !== adminId) return 'passkey_invalid'
  await tx
    .updateTable('withdrawals')
    .set({ state: 'approved', approved_by: adminId, approval: JSON.stringify(response) })
    .where('id', '=', id)
    .execute()
  return 'decided'
}

/** Returns what an operator's passkey signs to approve a withdrawal, in base64url. */
export function approvalChallenge(
  config: PaymentsConfig,
  it: Pick<
    WithdrawalRow,
    'chain' | 'name' | 'address' | 'lightningAddress' | 'amount' | 'fee' | 'insteadOf'
  > & { tokenCode: string }
): string {
  const challenge = payoutChallenge({
    network: chainsOf(config).find(chain => chain.name === it.chain)?.network ?? it.chain,
    token: it.tokenCode,
    withdrawal: it.name,
    // The invoice of a Lightning Address is replaced when it expires.
    address: it.lightningAddress ?? it.address,
    amount: it.amount - it.fee,
    insteadOf: it.insteadOf
  })
  return Buffer.from(challenge).toString('base64url')
}

/** Returns the assets whose payouts are stopped now. */
export async function readStops(db: Database): Promise<PayoutReview['meta']['stops']> {
  const rows = await db
    .selectFrom('payout_stops')
    .select(['id', 'asset', 'reason', 'created_at'])
    .where('ended_at', 'is', null)
    .orderBy('id')
    .limit(10)
    .execute()
  return rows.map(row => ({
    id: String(row.id),
    asset: row.asset as Asset,
    reason: row.reason,
    created_at: row.created_at.toISOString()
  }))
}

type QueuedRow = {
  id: bigint
  chain: string
  tokenCode: string
  address: string
  transactionId: string
  amount: bigint
  confirmations: number
  seenAt: Date
  why: QueuedDeposit['attributes']['why']
  givenTo: number | null
  givenWorth: bigint | null
  givenBy: number | null
  records: bigint
}

const isUnassigned = sql`(deposits.user_id is null or asset is null) and not is_gone
  and not is_too_small and put_away_at is null`

/** Returns unassigned deposits, oldest first, without those that were replaced. */
export async function readQueuedDeposits(
  { db, config }: Pick<Context, 'db' | 'config'>,
  page: { offset: number; limit: number }
): Promise<{ data: QueuedDeposit[]; meta: { pagination: { records: number } } }> {
  const codes = knownTokens().map(it => it.code)
  const paying = chainsOf(config.payments).flatMap(it => it.payingAddress() ?? [])
  const { rows } = await sql<QueuedRow>`
    select deposits.id, deposits.chain, deposits.token_code as "tokenCode", deposits.address,
      transaction_id as "transactionId", amount,
      greatest(coalesce(chains.height - block_height + 1, 0), 0) as confirmations, seen_at as "seenAt",
      case when deposits.token_code <> all(${codes}::text[]) then 'coin'
        when deposits.address = any(${paying}::text[]) then 'paying_account'
        when known.user_id is not null then 'deleted_account' else 'unknown_address' end as why,
      given_to as "givenTo", given_worth as "givenWorth", given_by as "givenBy",
      count(*) over () as records
    from deposits join chains on chains.name = deposits.chain
    left join deposit_addresses known on known.id = address_id
    where ${isUnassigned}
    order by deposits.id limit ${page.limit} offset ${page.offset}`.execute(db)
  const operators = await findUsers(
    db,
    rows.flatMap(it => it.givenBy ?? [])
  )
  const data = rows.map(row => ({
    type: 'queued_deposits' as const,
    id: String(row.id),
    attributes: {
      chain: row.chain,
      token_code: row.tokenCode,
      address: row.address,
      transaction_id: row.transactionId,
      amount: row.amount.toString(),
      confirmations: row.confirmations,
      seen_at: row.seenAt.toISOString(),
      why: row.why,
      proposal: proposalOf(row, operators)
    }
  }))
  return { data, meta: { pagination: { records: Number(rows[0]?.records ?? 0n) } } }
}

function proposalOf(row: QueuedRow, operators: Awaited<ReturnType<typeof findUsers>>) {
  if (row.givenTo === null || row.givenBy === null) return null
  const by = operators.find(it => it.id === row.givenBy)
  return {
    user_id: String(row.givenTo),
    worth: row.givenWorth?.toString() ?? null,
    by: String(row.givenBy),
    by_name: by?.username ?? by?.email ?? null
  }
}

/** Dismisses an unassigned deposit, which then no longer waits for an operator. */
export async function putAwayDeposit(
  tx: Tx,
  id: bigint,
  reason: string,
  at: Date
): Promise<'put_away' | 'not_found' | 'state_not_allowed'> {
  const found = await lockQueued(tx, id)
  if (typeof found === 'string') return found
  await tx
    .updateTable('deposits')
    .set({ put_away_at: at, put_away_reason: reason })
    .where('id', '=', id)
    .execute()
  return 'put_away'
}

/** Locks an unassigned deposit until the transaction ends. */
export async function lockQueued(tx: Tx, id: bigint) {
  const found = await tx
    .selectFrom('deposits')
    .select([
      'user_id',
      'asset',
      'token_code',
      'amount',
      'transaction_id',
      'put_away_at',
      'is_too_small',
      'given_to',
      'given_worth',
      'given_by'
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .limit(1)
    .executeTakeFirst()
  if (!found) return 'not_found' as const
  const isNobodys = found.user_id === null || found.asset === null
  const isQueued = isNobodys && found.put_away_at === null && !found.is_too_small
  return isQueued ? found : ('state_not_allowed' as const)
}

/** Counts withdrawals that wait for an operator. */
export function readUnapproved(db: Database): Promise<Waiting> {
  const from = sql`from withdrawals where state = 'requested' and needs_approval`
  return readWaiting(db, sql`created_at`, from)
}

export function readUnassigned(db: Database): Promise<Waiting> {
  return readWaiting(db, sql`seen_at`, sql`from deposits where ${isUnassigned}`)
}

/** Counts assets whose payouts are stopped until an operator releases them. */
export function readOpenStops(db: Database): Promise<Waiting> {
  return readWaiting(db, sql`created_at`, sql`from payout_stops where ended_at is null`)
}
