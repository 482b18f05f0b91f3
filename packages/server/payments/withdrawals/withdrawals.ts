import { dayMs } from '@mille/api/durations.ts'
import type { TokenCode, Withdrawal, WithdrawalOption } from '@mille/api/payments/endpoints.ts'
import { type Asset, formatAmount } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import { isFrozen, refuseWhileFrozen } from '../../accounts/index.ts'
import type { PaymentsConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { type Failure, failure } from '../../http/answers/reply.ts'
import { hold, userAccount } from '../../ledger/index.ts'
import { chainOf, offeredTokens } from '../chains.ts'
import type { ChainName } from '../facts/chain-facts.ts'
import type { Token } from '../facts/tokens.ts'
import { routingFee } from '../routing-fee.ts'
import { codesOn, payeePrefix, rememberAddress } from './payout-addresses.ts'

export type WithdrawalRequest = {
  userId: number
  tokenCode: TokenCode
  address: string
  amount: bigint
  key: string
}

/** Where and how much is to be paid, after the checks that only this way of paying has. */
export type Planned = {
  token: Pick<Token, 'code' | 'asset' | 'chain'>
  /** The address, or the invoice. */
  address: string
  /** What is remembered of the recipient, and has to wait when it is new. */
  recipient: string
  amount: bigint
  fee: bigint
  /** The invoice of a withdrawal by Lightning, and the Lightning Address that it was fetched from, if any. */
  lightning: { paymentHash: string; address: string | null; expiresAt: Date } | null
}
type Plan = () => Promise<{ ok: true; value: Planned } | Failure>
export type Requested = { ok: true; id: number } | Failure

/**
 * Requests a withdrawal to an address and holds its money; the remainder that the token cannot express stays on the
 * account. Checks freeze, token, address, minimum, limit and balance, in this order.
 */
export function requestWithdrawal(
  tx: Tx,
  context: Pick<Context, 'config' | 'now'>,
  { userId, key, ...wanted }: WithdrawalRequest
): Promise<Requested> {
  return requestPlanned(tx, context, { userId, key }, () =>
    planOnChain(tx, context.config.payments, wanted)
  )
}

async function planOnChain(
  tx: Tx,
  payments: PaymentsConfig,
  { tokenCode, address, amount: asked }: Omit<WithdrawalRequest, 'userId' | 'key'>
): ReturnType<Plan> {
  const token = payableTokens(payments).find(it => it.code === tokenCode)
  if (!token) return failure('token_unavailable', { pointer: 'token_code' })
  const refused = await refuseAddress(tx, payments, token, address)
  if (refused) return refused
  const { asset, step } = token
  const fee = payments.withdrawals.fee[asset]
  const amount = fee + ((asked - fee) / step) * step
  const minimum = minWithdrawal(payments, asset)
  if (amount < minimum) {
    const detail = `The minimum withdrawal is ${formatAmount(minimum)} ${asset}.`
    return failure('amount_below_minimum', { pointer: 'amount', detail })
  }
  return {
    ok: true,
    value: { token, address, recipient: address, amount, fee, lightning: null }
  }
}

/** Requests a withdrawal by any way of paying. Checks freeze, the plan, limit and balance, in this order. */
export async function requestPlanned(
  tx: Tx,
  { config, now }: Pick<Context, 'config' | 'now'>,
  { userId, key }: Pick<WithdrawalRequest, 'userId' | 'key'>,
  plan: Plan
): Promise<Requested> {
  // The check also locks the account: two simultaneous requests would each find room under the limits.
  const frozen = await refuseWhileFrozen(tx, userId)
  if (frozen) return frozen
  const planned = await plan()
  if (!planned.ok) return planned
  const { token, address, recipient, amount, fee, lightning } = planned.value
  const { dailyLimit, approvalAbove } = config.payments.withdrawals
  const { asset } = token
  const at = now()
  const before = await withdrawnSince(tx, userId, asset, at)
  const left = dailyLimit[asset] - before.all
  if (amount > left) {
    const rest = formatAmount(left > 0n ? left : 0n)
    const detail = `You can withdraw up to ${rest} ${asset} more within 24 hours.`
    return failure('amount_over_limit', { pointer: 'amount', detail })
  }
  const usableAt = await rememberAddress(tx, config, { userId, token, address: recipient, at })
  const notBefore = usableAt > at ? usableAt : null
  const held = await hold(tx, {
    // Unlike the keys of a withdrawal's later steps, this key is chosen by the client.
    key: `withdrawal-request:${userId}:${key}`,
    from: userAccount(userId, asset),
    amount,
    reason: notBefore ? 'frozen_address' : 'withdrawal',
    at
  })
  if (!held.ok) return failure('insufficient_funds', { pointer: 'amount' })
  const stored = await tx
    .insertInto('withdrawals')
    .values({
      user_id: userId,
      asset,
      token_code: token.code,
      chain: token.chain,
      address,
      amount,
      fee,
      payment_hash: lightning?.paymentHash ?? null,
      lightning_address: lightning?.address ?? null,
      invoice_expires_at: lightning?.address ? lightning.expiresAt : null,
      state: 'requested',
      hold_id: held.value.id,
      // The approval limit applies to the account's 24-hour sum, so splitting an amount does not help.
      needs_approval: before.unapproved + amount > approvalAbove[asset],
      not_before: notBefore,
      created_at: at
    })
    .onConflict(conflict =>
      // Another withdrawal of the invoice that was requested at the same time.
      conflict.column('payment_hash').where(isOpenOrPaid).doNothing()
    )
    .returning('id')
    .executeTakeFirst()
  if (stored) return { ok: true, id: stored.id }
  return failure('invoice_used', { pointer: lightning?.address ? 'address' : 'invoice' })
}

/** Whether a withdrawal has an invoice that no other withdrawal may have. */
export const isOpenOrPaid = sql<boolean>`state not in ('cancelled', 'failed')`

/**
 * Minimum amount that arrives, in units of 1e-8: above what nodes treat as dust, whatever the operator has configured.
 */
export const minSent = 1_000n

export function minWithdrawal({ withdrawals }: PaymentsConfig, asset: Asset): bigint {
  const { minimum, fee } = withdrawals
  const worthIt = fee[asset] + minSent
  return minimum[asset] > worthIt ? minimum[asset] : worthIt
}

/** Returns the tokens that can be paid out; none without a signer. */
export function payableTokens(config: PaymentsConfig): Token[] {
  return config.signerSocket === null ? [] : offeredTokens(config)
}

export async function refuseAddress(
  tx: Tx,
  config: PaymentsConfig,
  token: Pick<Token, 'chain'>,
  address: string
): Promise<Failure | null> {
  const { name, isAddress, isOwnPlace } = chainOf(config, token.chain)
  if (!isAddress(address)) return failure('address_invalid', { pointer: 'address' })
  // Money sent to our own address would come back as a deposit that no one made.
  const own = await tx
    .selectFrom('deposit_addresses')
    .select('id')
    .where('chain', '=', name)
    .where(eb => eb(eb.fn('lower', ['address']), '=', address.toLowerCase()))
    .limit(1)
    .executeTakeFirst()
  if (own || (await isOwnPlace(tx, address)))
    return failure('address_of_network', { pointer: 'address' })
  return null
}

type Withdrawn = { all: bigint; unapproved: bigint }

/** Sums what an account requested in 24 hours, in total and without the need for an operator's approval. */
export async function withdrawnSince(
  tx: Tx,
  userId: number,
  asset: Asset,
  now: Date
): Promise<Withdrawn> {
  const { rows } = await sql<Withdrawn>`
    select coalesce(sum(amount), 0)::bigint as "all",
      coalesce(sum(amount) filter (where not needs_approval), 0)::bigint as unapproved
    from withdrawals
    where user_id = ${userId} and asset = ${asset} and state not in ('cancelled', 'failed')
      and created_at > ${new Date(now.getTime() - dayMs)}`.execute(tx)
  return rows[0] ?? { all: 0n, unapproved: 0n }
}

export type WithdrawalRow = {
  id: number
  /** Null for a withdrawal of the network's own earnings. */
  userId: number | null
  asset: Asset
  tokenCode: TokenCode
  chain: ChainName
  address: string
  amount: bigint
  fee: bigint
  state: Withdrawal['attributes']['state']
  needsApproval: boolean
  /** Identifies the withdrawal to the signer; `insteadOf` names the dead transaction that it replaces, if any. */
  name: string
  insteadOf: string | null
  notBefore: Date | null
  waitsFor: Withdrawal['attributes']['waits_for']
  transactionId: string | null
  /** Of a withdrawal by Lightning. */
  paymentHash: string | null
  preimage: string | null
  lightningAddress: string | null
  confirmations: number
  reason: string | null
  createdAt: Date
  endedAt: Date | null
}

/** Reads withdrawals, newest first: an account's, a single one, or all open ones with those to approve first. */
export async function readWithdrawals(
  db: Database | Tx,
  of: { userId: number } | { id: number } | 'open',
  page: { offset: number; limit: number }
): Promise<{ rows: WithdrawalRow[]; records: number }> {
  const open = sql`state in ('requested', 'approved', 'signed', 'sent')`
  const which =
    of === 'open' ? open : 'id' in of ? sql`withdrawals.id = ${of.id}` : sql`user_id = ${of.userId}`
  const first =
    of === 'open' ? sql`(needs_approval and withdrawals.state = 'requested') desc,` : sql``
  const { rows } = await sql<WithdrawalRow & { records: bigint }>`
    select withdrawals.id, user_id as "userId", asset, token_code as "tokenCode", withdrawals.chain, address,
      -- Of a payment by Lightning, what was paid; before that, the most that it may cost.
      case when fee_msat is null then withdrawals.amount else withdrawals.amount - withdrawals.fee + ${routingFee} end as amount,
      case when fee_msat is null then withdrawals.fee else ${routingFee} end as fee,
      withdrawals.payment_hash as "paymentHash", preimage, lightning_address as "lightningAddress", withdrawals.state, needs_approval as "needsApproval", withdrawals.name, 
      instead_of as "insteadOf", not_before as "notBefore",
      case when payout_id is null and ended_at is null then case
        when exists (select from payout_stops stop where stop.asset = withdrawals.asset and stop.ended_at is null)
          or exists (select from restores where released_at is null)
          then 'stop'
        when exists (select from suspended_accounts suspended where suspended.user_id = withdrawals.user_id)
          then 'suspension'
        when ${isFrozen(sql`withdrawals.user_id`)} then 'freeze' else waits_for end end as "waitsFor",
      transaction_id as "transactionId",
      greatest(coalesce(chains.height - payouts.block_height + 1, 0), 0) as confirmations, reason,
      withdrawals.created_at as "createdAt", ended_at as "endedAt", count(*) over () as records
    from (select * from withdrawals where ${which}) as withdrawals
    left join payouts on payouts.id = payout_id
    left join lightning_payments payment on withdrawals.payment_hash is not null and payment_id = withdrawals.name::text
    join chains on chains.name = withdrawals.chain
    order by ${first} withdrawals.id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  return { rows, records: Number(rows[0]?.records ?? 0n) }
}

/** Returns what an account can withdraw, and the terms. */
export async function readOptions(context: Context, userId: number): Promise<WithdrawalOption[]> {
  const { db, config, now } = context
  const { fee, dailyLimit, approvalAbove } = config.payments.withdrawals
  const tokens = payableTokens(config.payments)
  const known = await db
    .selectFrom('payout_addresses')
    .select(['token_code', 'address', 'usable_at'])
    .where('user_id', '=', userId)
    .where('address', 'not like', `${payeePrefix}%`)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  return Promise.all(
    tokens.map(async ({ code, asset, chain }) => {
      const { rows } = await sql<{ available: bigint; withdrawn: bigint }>`
        select coalesce((select balance from ledger_accounts where owner = 'user' and owner_id = ${userId}
            and asset = ${asset} and kind = 'available'), 0) as available,
          coalesce(sum(amount), 0) as withdrawn
        from withdrawals where user_id = ${userId} and asset = ${asset} and state not in ('cancelled', 'failed')
          and created_at > ${new Date(now().getTime() - dayMs)}`.execute(db)
      const left = dailyLimit[asset] - (rows[0]?.withdrawn ?? 0n)
      return {
        token_code: code,
        currency: asset,
        available: (rows[0]?.available ?? 0n).toString(),
        minimum: minWithdrawal(config.payments, asset).toString(),
        fee: fee[asset].toString(),
        left_today: (left > 0n ? left : 0n).toString(),
        approval_above: approvalAbove[asset].toString(),
        addresses: known
          .filter(it => codesOn(chain).some(own => own === it.token_code))
          .filter((it, index, all) => all.findIndex(at => at.address === it.address) === index)
          .map(({ address, usable_at: usableAt }) => ({
            address,
            usable_at: usableAt.toISOString(),
            is_frozen: usableAt > now()
          }))
      }
    })
  )
}
