import type { AutomaticPayout, TokenCode } from '@mille/api/payments/endpoints.ts'
import { type Asset, formatAmount } from '@mille/money/amount.ts'
import { sql } from 'kysely'
import { isFrozen, refuseWhileFrozen } from '../../accounts/index.ts'
import type { Context } from '../../context.ts'
import { checkClock } from '../../db/check-clock.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { type Failure, failure } from '../../http/answers/reply.ts'
import { withWithdrawalLimits } from '../../settings/index.ts'
import { rememberAddress } from './payout-addresses.ts'
import {
  minWithdrawal,
  payableTokens,
  refuseAddress,
  requestWithdrawal,
  withdrawnSince
} from './withdrawals.ts'

export type Wish = { userId: number; tokenCode: TokenCode; address: string; threshold: bigint }

const batch = 1_000

/**
 * Sets up an automatic payout and replaces the one in the same currency. Checks freeze, token, address and minimum,
 * in this order: the waiting period of a new address must not pass while the account is frozen.
 */
export async function setAutomaticPayout(
  tx: Tx,
  { config, now }: Pick<Context, 'config' | 'now'>,
  { userId, tokenCode, address, threshold }: Wish
): Promise<{ ok: true } | Failure> {
  const frozen = await refuseWhileFrozen(tx, userId)
  if (frozen) return frozen
  const { payments } = config
  const token = payableTokens(payments).find(it => it.code === tokenCode)
  if (!token) return failure('token_unavailable', { pointer: 'token_code' })
  const refused = await refuseAddress(tx, payments, token, address)
  if (refused) return refused
  const minimum = minWithdrawal(payments, token.asset)
  if (threshold < minimum) {
    const detail = `The minimum is ${formatAmount(minimum)} ${token.asset}.`
    return failure('amount_below_minimum', { pointer: 'threshold', detail })
  }
  const at = now()
  await rememberAddress(tx, config, { userId, token, address, at })
  await sql`
    insert into automatic_payouts (user_id, asset, token_code, address, threshold, changed_at)
    values (${userId}, ${token.asset}, ${tokenCode}, ${address}, ${threshold}, ${at})
    on conflict (user_id, asset) do update set token_code = excluded.token_code, address = excluded.address,
      threshold = excluded.threshold, problem = null, changed_at = excluded.changed_at`.execute(tx)
  return { ok: true }
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

type PayoutRow = {
  id: number
  userId: number
  asset: Asset
  tokenCode: TokenCode
  address: string
  threshold: bigint
  runs: number
  problem: string | null
  usableAt: Date
  available: bigint
}

const select = sql`
  select payout.id, payout.user_id as "userId", payout.asset, payout.token_code as "tokenCode", payout.address, threshold,
    runs, problem, usable_at as "usableAt", coalesce(balance, 0) as available
  from automatic_payouts payout
  join payout_addresses known
    on known.user_id = payout.user_id and known.token_code = payout.token_code and known.address = payout.address
  left join ledger_accounts account on owner = 'user' and owner_id = payout.user_id
    and account.asset = payout.asset and kind = 'available'`

const mayLeave = sql`not ${isFrozen(sql`payout.user_id`)}`

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
      address: row.address,
      threshold: row.threshold.toString(),
      usable_at: row.usableAt.toISOString(),
      is_frozen: row.usableAt > now,
      problem: row.problem
    }
  }))
}

/**
 * Requests the automatic withdrawals whose threshold is reached, each in its own transaction and by the rules of all
 * withdrawals. Those that today's limit blocks are retried. Returns the number of withdrawals. Throws `WrongClock` and
 * requests none when this process does not know the time.
 */
export async function payOutAutomatically(context: Context): Promise<number> {
  await checkClock(context, 'payouts')
  const now = context.now()
  const { rows } = await sql<PayoutRow>`${select}
    where usable_at <= ${now} and balance >= threshold and ${mayLeave} order by payout.id limit ${batch}`.execute(
    context.db
  )
  if (rows.length === 0) return 0
  const config = await withWithdrawalLimits(context.db, context.config, now)
  let made = 0
  for (const { id } of rows) {
    try {
      if (await context.db.transaction().execute(tx => payOne(tx, { ...context, config }, id)))
        made++
    } catch (error) {
      context.log.error({ automaticPayout: id, err: error }, 'an automatic payout was not made')
    }
  }
  return made
}

async function payOne(tx: Tx, context: Context, id: number): Promise<boolean> {
  const now = context.now()
  await sql`select id from automatic_payouts where id = ${id} for update`.execute(tx)
  const { rows } = await sql<PayoutRow>`${select}
    where payout.id = ${id} and usable_at <= ${now} and balance >= threshold and ${mayLeave}`.execute(
    tx
  )
  const [due] = rows
  if (!due) return false
  const { userId, asset, tokenCode, address, available } = due
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
          // A key that a client chooses for its own request cannot contain a space, so the two never collide.
          key: `automatic ${id} ${due.runs + 1}`
        })
  const problem = asked.ok ? null : asked.code
  if (asked.ok || problem !== due.problem)
    await sql`
      update automatic_payouts set problem = ${problem}, runs = runs + ${asked.ok ? 1 : 0}
      where id = ${id}`.execute(tx)
  return asked.ok
}
