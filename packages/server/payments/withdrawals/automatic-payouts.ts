import type { AutomaticPayout, TokenCode } from '@mille/api/payments/endpoints.ts'
import { type Asset, formatAmount } from '@mille/money/amount.ts'
import { type RawBuilder, sql } from 'kysely'
import { isFrozen, refuseWhileFrozen } from '../../accounts/index.ts'
import type { PaymentsConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import { checkClock } from '../../db/check-clock.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { type Failure, failure } from '../../http/answers/reply.ts'
import { withWithdrawalLimits } from '../../settings/index.ts'
import type { Token } from '../facts/tokens.ts'
import { maximumRoutingFeeOf } from '../routing-fee.ts'
import { payeePrefix, rememberAddress } from './payout-addresses.ts'
import {
  minWithdrawal,
  payableTokens,
  refuseAddress,
  requestWithdrawal,
  withdrawnSince
} from './withdrawals.ts'

type Method = AutomaticPayout['attributes']['method']
export type Wish = {
  userId: number
  tokenCode: TokenCode
  method: Method
  address: string
  threshold: bigint
}

const batch = 1_000

/**
 * Sets up an automatic payout and replaces the one in the same currency. Checks freeze, token, address and threshold, in
 * this order: the waiting period of a new address must not pass while the account is frozen. A payout by Lightning whose
 * address is unchanged keeps when it is tried next and how the last try ended.
 */
export async function setAutomaticPayout(
  tx: Tx,
  { config, now }: Pick<Context, 'config' | 'now'>,
  { userId, tokenCode, method, address, threshold }: Wish,
  planByLightning: PlanByLightning
): Promise<{ ok: true } | Failure> {
  const frozen = await refuseWhileFrozen(tx, userId)
  if (frozen) return frozen
  const wanted = { tokenCode, address, threshold }
  const planned =
    method === 'chain'
      ? await planOnChain(tx, config.payments, wanted)
      : planByLightning(config.payments, wanted)
  if (!planned.ok) return planned
  const { token, recipient } = planned
  const at = now()
  await rememberAddress(tx, config, { userId, token, address: recipient, at })
  const isSame = sql`excluded.method = 'lightning' and payout.method = 'lightning' and excluded.address = payout.address`
  const kept = (column: string) => sql`case when ${isSame} then payout.${sql.ref(column)} end`
  await sql`
    insert into automatic_payouts as payout (user_id, asset, token_code, method, address, threshold, changed_at)
    values (${userId}, ${token.asset}, ${tokenCode}, ${method}, ${planned.address}, ${threshold}, ${at})
    on conflict (user_id, asset) do update set token_code = excluded.token_code, method = excluded.method,
      address = excluded.address, threshold = excluded.threshold, changed_at = excluded.changed_at,
      problem = ${kept('problem')}, problem_detail = ${kept('problem_detail')},
      failing_since = ${kept('failing_since')}, last_withdrawal_id = ${kept('last_withdrawal_id')},
      -- Another address in place of one that failed is tried at once. After a payment, it waits for its day too.
      next_try_at = case when ${isSame} or payout.failing_since is null then payout.next_try_at end`.execute(
    tx
  )
  return { ok: true }
}

export type Target = {
  ok: true
  token: Pick<Token, 'code' | 'asset' | 'chain'>
  address: string
  /** What is remembered of the recipient, and has to wait when it is new. */
  recipient: string
}

type Planning = Pick<Wish, 'tokenCode' | 'address' | 'threshold'>
/** Checks a payout by Lightning. */
export type PlanByLightning = (payments: PaymentsConfig, wanted: Planning) => Target | Failure

async function planOnChain(
  tx: Tx,
  payments: PaymentsConfig,
  { tokenCode, address, threshold }: Planning
): Promise<Target | Failure> {
  const token = payableTokens(payments).find(it => it.code === tokenCode)
  if (!token) return failure('token_unavailable', { pointer: 'token_code' })
  const refused = await refuseAddress(tx, payments, token, address)
  if (refused) return refused
  const minimum = minWithdrawal(payments, token.asset)
  if (threshold < minimum) {
    const detail = `The minimum is ${formatAmount(minimum)} ${token.asset}.`
    return failure('amount_below_minimum', { pointer: 'threshold', detail })
  }
  return { ok: true, token, address, recipient: address }
}

/** Ends an account's automatic payouts in every asset. */
export async function endAutomaticPayouts(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('automatic_payouts').where('user_id', '=', userId).execute()
}

export async function endAutomaticPayout(
  db: Database,
  userId: number,
  asset: Asset
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('automatic_payouts')
    .where('user_id', '=', userId)
    .where('asset', '=', asset)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export type PayoutRow = {
  id: number
  userId: number
  asset: Asset
  tokenCode: TokenCode
  method: Method
  address: string
  threshold: bigint
  runs: number
  problem: string | null
  problemDetail: string | null
  nextTryAt: Date | null
  usableAt: Date
  available: bigint
}

/** Selects automatic payouts as `payout`, with what is remembered of their recipients and with the balances. */
const select = sql`
  select payout.id, payout.user_id as "userId", payout.asset, payout.token_code as "tokenCode", method, payout.address,
    threshold, runs, problem, problem_detail as "problemDetail", next_try_at as "nextTryAt", usable_at as "usableAt",
    coalesce(balance, 0) as available
  from automatic_payouts payout
  join payout_addresses known on known.user_id = payout.user_id and known.token_code = payout.token_code
    and known.address = case method when 'lightning' then ${payeePrefix}::text || payout.address else payout.address end
  left join ledger_accounts account on owner = 'user' and owner_id = payout.user_id
    and account.asset = payout.asset and kind = 'available'`

const mayLeave = sql`not ${isFrozen(sql`payout.user_id`)}`

const isDueBy: Record<Method, (now: Date) => RawBuilder<unknown>> = {
  chain: () => sql`balance >= threshold`,
  lightning: now => sql`
    balance >= threshold + ${maximumRoutingFeeOf(sql`threshold`)} and (next_try_at is null or next_try_at <= ${now})`
}

/** Which of the payouts that are due are read: the one with the ID, or the first of all others than those. */
type Which = { id: number } | { except: readonly number[]; limit: number }

/** Reads automatic payouts by a method that are due. Those that were tried last come last. */
export async function readDuePayouts(
  db: Database | Tx,
  method: Method,
  now: Date,
  which: Which
): Promise<PayoutRow[]> {
  const { condition, limit } =
    'id' in which
      ? { condition: sql`payout.id = ${which.id}`, limit: 1 }
      : { condition: sql`payout.id <> all(${which.except}::integer[])`, limit: which.limit }
  const { rows } = await sql<PayoutRow>`${select}
    where method = ${method} and ${condition} and usable_at <= ${now} and ${isDueBy[method](now)} and ${mayLeave}
    order by next_try_at nulls first, payout.id limit ${limit}`.execute(db)
  return rows
}

/**
 * Reads a payout again if it is still due, and locks its account until the end of the transaction, as a change of the payout
 * does.
 */
export async function lockDuePayout(
  tx: Tx,
  method: Method,
  now: Date,
  { id, userId }: Pick<PayoutRow, 'id' | 'userId'>
): Promise<PayoutRow | undefined> {
  if (await refuseWhileFrozen(tx, userId)) return undefined
  return (await readDuePayouts(tx, method, now, { id }))[0]
}

export async function readAutomaticPayouts(
  db: Database | Tx,
  userId: number,
  now: Date
): Promise<AutomaticPayout[]> {
  const { rows } =
    await sql<PayoutRow>`${select} where payout.user_id = ${userId} order by payout.asset`.execute(
      db
    )
  return rows.map(row => ({
    type: 'automatic_payouts',
    id: row.asset,
    attributes: {
      currency: row.asset,
      token_code: row.tokenCode,
      method: row.method,
      address: row.address,
      threshold: row.threshold.toString(),
      usable_at: row.usableAt.toISOString(),
      is_frozen: row.usableAt > now,
      problem: row.problem,
      problem_detail: row.problemDetail,
      next_try_at:
        row.nextTryAt !== null && row.nextTryAt > now ? row.nextTryAt.toISOString() : null
    }
  }))
}

/**
 * Requests the automatic withdrawals on-chain whose threshold is reached, each in its own transaction and by the rules of all
 * withdrawals. Those that today's limit blocks are retried. Returns the number of withdrawals. Throws `WrongClock` and
 * requests none when this process does not know the time.
 */
export async function payOutAutomatically(context: Context): Promise<number> {
  await checkClock(context, 'payouts')
  const now = context.now()
  const rows = await readDuePayouts(context.db, 'chain', now, { except: [], limit: batch })
  if (rows.length === 0) return 0
  const config = await withWithdrawalLimits(context.db, context.config, now)
  let made = 0
  for (const row of rows) {
    try {
      if (await context.db.transaction().execute(tx => payOne(tx, { ...context, config }, row)))
        made++
    } catch (error) {
      context.log.error({ automaticPayout: row.id, err: error }, 'an automatic payout was not made')
    }
  }
  return made
}

async function payOne(tx: Tx, context: Context, read: PayoutRow): Promise<boolean> {
  const now = context.now()
  const due = await lockDuePayout(tx, 'chain', now, read)
  if (!due) return false
  const { id, userId, asset, tokenCode, address, available } = due
  const limit = context.config.payments.withdrawals.dailyLimit[asset]
  const left = limit - (await withdrawnSince(tx, userId, asset, now)).all
  // biome-ignore lint/complexity/useMathMinMax: Math.min takes no bigint
  const amount = left < available ? left : available
  const asked =
    amount < minWithdrawal(context.config.payments, asset)
      ? failure('amount_over_limit')
      : await requestWithdrawal(tx, context, {
          userId,
          tokenCode,
          address,
          amount,
          key: automaticKey(due)
        })
  const problem = asked.ok ? null : asked.code
  if (asked.ok || problem !== due.problem)
    await sql`
      update automatic_payouts set problem = ${problem}, runs = runs + ${asked.ok ? 1 : 0}
      where id = ${id}`.execute(tx)
  return asked.ok
}

/** Returns the key of the next withdrawal. A client's own key cannot contain a space, so the two never collide. */
export function automaticKey({ id, runs }: Pick<PayoutRow, 'id' | 'runs'>): string {
  return `automatic ${id} ${runs + 1}`
}
