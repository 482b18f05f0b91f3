import { endpoints } from '@mille/api/endpoints.ts'
import type { ReviewedWithdrawal, Withdrawal } from '@mille/api/payments/endpoints.ts'
import * as schema from '@mille/api/payments/schema.ts'
import type { z } from 'zod'
import { findUsers, mayApproveMoney } from '../accounts/index.ts'
import type { PaymentsConfig } from '../config/payments.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { withWithdrawalLimits } from '../settings/index.ts'
import { isSearched, releasePayouts } from './after-restore/release-payouts.ts'
import { requiredConfirmations } from './deposits/addresses.ts'
import {
  planByLightning,
  refusePlannedAddress
} from './lightning/withdrawals/plan-automatic-payout.ts'
import {
  type Prepared,
  prepareWithdrawal,
  requestPayment
} from './lightning/withdrawals/request-payment.ts'
import { endUnsigned } from './payouts/end-withdrawal.ts'
import { readRestore, readUnknownPayouts } from './payouts/restores.ts'
import { giveDeposit } from './review/give-deposit.ts'
import {
  approvalChallenge,
  approveWithdrawal,
  putAwayDeposit,
  readQueuedDeposits,
  readStops
} from './review/review.ts'
import {
  endAutomaticPayout,
  readAutomaticPayouts,
  setAutomaticPayout
} from './withdrawals/automatic-payouts.ts'
import {
  readOptions,
  readWithdrawals,
  requestWithdrawal,
  type WithdrawalRow
} from './withdrawals/withdrawals.ts'

const { payments } = endpoints
const one = { offset: 0, limit: 1 }

export function withdrawalRoutes(serve: Serve): void {
  serve(payments.listWithdrawals, schema.withdrawalsInput, async ({ context, user, input }) => {
    const page = { offset: input['page[offset]'], limit: input['page[limit]'] }
    const { rows, records } = await readWithdrawals(context.db, { userId: user.id }, page)
    return reply({
      data: rows.map(row => withdrawalDocument(row, context.config.payments)),
      meta: {
        pagination: { records },
        options: await readOptions(await withCurrentLimits(context, context.db), user.id),
        lightning: lightningTerms(context.config.payments),
        freeze_hours: context.config.payments.withdrawals.freezeHours
      }
    })
  })

  serve(payments.createWithdrawal, schema.newWithdrawalInput, async call => {
    const { context, user, input } = call
    const { tx, key } = call.once
    const made = await requestWithdrawal(tx, await withCurrentLimits(context, tx), {
      userId: user.id,
      tokenCode: input.token_code,
      address: input.address,
      amount: BigInt(input.amount),
      key
    })
    if (!made.ok) return made
    return reply({ data: await readOne(tx, made.id, context.config.payments) }, 201)
  })

  serve(
    payments.createLightningWithdrawal,
    schema.newLightningWithdrawalInput,
    async (call, prepared: Prepared) => {
      const { context, user } = call
      const { tx, key } = call.once
      const request = { userId: user.id, key }
      const current = await withCurrentLimits(context, tx)
      const made = await requestPayment(tx, current, request, prepared)
      if (!made.ok) return made
      return reply({ data: await readOne(tx, made.id, context.config.payments) }, 201)
    },
    ({ context, limits, user, input }) =>
      prepareWithdrawal(context, limits, user.id, wantedOf(input))
  )

  serve(payments.cancelWithdrawal, schema.cancelWithdrawalInput, async call => {
    const { context, user, input } = call
    const end = { userId: user.id, state: 'cancelled', reason: null, at: context.now() } as const
    const ended = await endUnsigned(call.once.tx, Number(input.id), end)
    if (ended === null) return failure('not_found')
    return ended === 'ended' ? reply(undefined, 204) : failure('state_not_allowed')
  })
}

export function automaticPayoutRoutes(serve: Serve): void {
  serve(payments.listAutomaticPayouts, null, async ({ context, user }) =>
    reply({ data: await readAutomaticPayouts(context.db, user.id, context.now()) })
  )

  serve(payments.setAutomaticPayout, schema.automaticPayoutInput, async call => {
    const { context, limits, user, input } = call
    const wish = {
      userId: user.id,
      tokenCode: input.token_code,
      method: input.method,
      address: input.address,
      threshold: BigInt(input.threshold)
    }
    const refused =
      wish.method === 'lightning' ? await refusePlannedAddress(context, limits, wish) : null
    if (refused) return refused
    return context.db.transaction().execute(async tx => {
      const set = await setAutomaticPayout(tx, context, wish, planByLightning)
      if (!set.ok) return set
      return reply({ data: await readAutomaticPayouts(tx, user.id, context.now()) })
    })
  })

  serve(payments.endAutomaticPayout, schema.endAutomaticPayoutInput, async call => {
    const { context, user, input } = call
    const isEnded = await endAutomaticPayout(context.db, user.id, input.id)
    return isEnded ? reply(undefined, 204) : failure('not_found')
  })
}

/** The schema lets through only an invoice, or an address with an amount. */
function wantedOf({
  invoice,
  address = '',
  amount = ''
}: z.output<typeof schema.newLightningWithdrawalInput>) {
  return invoice === undefined ? { address, amount: BigInt(amount) } : { invoice }
}

function lightningTerms({ lightning }: PaymentsConfig) {
  return (
    lightning && {
      minimum: lightning.minimumWithdrawal.toString(),
      maximum: lightning.maximumWithdrawal.toString()
    }
  )
}

/** Applies the withdrawal limits that the operator may have changed since the start. */
async function withCurrentLimits(context: Context, db: Database | Tx): Promise<Context> {
  return { ...context, config: await withWithdrawalLimits(db, context.config, context.now()) }
}

export function payoutReviewRoutes(serve: Serve): void {
  serve(payments.readPayoutReview, schema.reviewInput, async ({ context, input }) => {
    const page = { offset: input['page[offset]'], limit: input['page[limit]'] }
    const { rows, records } = await readWithdrawals(context.db, 'open', page)
    return reply({
      data: await reviewedDocuments(context, rows),
      meta: {
        pagination: { records },
        stops: await readStops(context.db),
        ...(await readAfterRestore(context))
      }
    })
  })

  serve(payments.releasePayouts, null, async call => {
    const released = await releasePayouts(call.once.tx, call.context, call.user.id)
    return released === 'released' ? reply(undefined, 204) : failure(released)
  })

  serve(payments.decideWithdrawal, schema.decideWithdrawalInput, async call => {
    const { context, user, input } = call
    const decided = await context.db
      .transaction()
      .execute(async tx =>
        input.decision === 'approve' && !(await mayApproveMoney(tx, user.id, context.now()))
          ? ('operator_too_new' as const)
          : decide(tx, context, user.id, Number(input.id), input)
      )
    if (decided !== 'decided') return failure(decided)
    const { rows } = await readWithdrawals(context.db, { id: Number(input.id) }, one)
    const [row] = rows
    return row
      ? reply({ data: (await reviewedDocuments(context, [row]))[0] as ReviewedWithdrawal })
      : failure('not_found')
  })

  serve(payments.listQueuedDeposits, schema.reviewInput, async ({ context, input }) => {
    const page = { offset: input['page[offset]'], limit: input['page[limit]'] }
    return reply(await readQueuedDeposits(context, page))
  })

  serve(payments.assignDeposit, schema.assignDepositInput, async call => {
    const { context, input, user } = call
    const { tx } = call.once
    const id = BigInt(input.id)
    const given = await giveDeposit(tx, context, id, {
      userId: Number(input.user_id),
      worth: input.worth === undefined ? null : BigInt(input.worth),
      operatorId: user.id
    })
    if (given === 'given') return reply({ meta: { is_given: true } })
    return given === 'waits' ? reply({ meta: { is_given: false } }) : failure(given)
  })

  serve(payments.putAwayDeposit, schema.putAwayDepositInput, async call => {
    const { context, input } = call
    const { tx } = call.once
    const done = await putAwayDeposit(tx, BigInt(input.id), input.reason, context.now())
    return done === 'put_away' ? reply(undefined, 204) : failure(done)
  })
}

async function readAfterRestore(context: Context) {
  const restore = await readRestore(context.db)
  const unknown = await readUnknownPayouts(context.db)
  return {
    restore: restore && {
      backup_at: restore.backupAt.toISOString(),
      restored_at: restore.restoredAt.toISOString(),
      is_searched: await isSearched(context.db, context.config.payments)
    },
    unknown: unknown.map(it => ({
      id: String(it.id),
      chain: it.chain,
      transaction_id: it.transactionId,
      address: it.address,
      token_code: it.tokenCode,
      amount: it.amount.toString(),
      user_id: it.userId === null ? null : String(it.userId)
    }))
  }
}

type Decision = {
  decision: 'approve' | 'reject'
  reason?: string | undefined
  response?: Record<string, unknown> | undefined
}

async function decide(tx: Tx, context: Context, adminId: number, id: number, it: Decision) {
  if (it.decision === 'approve')
    return approveWithdrawal(context, tx, { id, adminId, response: it.response })
  const reason = it.reason || 'The operator rejected it'
  const ended = await endUnsigned(tx, id, {
    userId: null,
    state: 'failed',
    reason,
    at: context.now()
  })
  if (ended === null) return 'not_found' as const
  return ended === 'ended' ? ('decided' as const) : ('state_not_allowed' as const)
}

async function readOne(db: Database | Tx, id: number, config: PaymentsConfig) {
  const { rows } = await readWithdrawals(db, { id }, one)
  const [row] = rows
  if (!row) throw new Error(`The withdrawal ${id} is gone`)
  return withdrawalDocument(row, config)
}

function withdrawalDocument(row: WithdrawalRow, config: PaymentsConfig): Withdrawal {
  return { type: 'withdrawals', id: String(row.id), attributes: attributesOf(row, config) }
}

async function reviewedDocuments(
  { db, config }: Pick<Context, 'db' | 'config'>,
  rows: readonly WithdrawalRow[]
): Promise<ReviewedWithdrawal[]> {
  const users = await findUsers(
    db,
    rows.flatMap(it => it.userId ?? [])
  )
  return rows.map(row => {
    const owner = users.find(it => it.id === row.userId)
    return reviewedDocument(row, owner?.username ?? owner?.email ?? null, config.payments)
  })
}

function reviewedDocument(
  row: WithdrawalRow,
  userName: string | null,
  config: PaymentsConfig
): ReviewedWithdrawal {
  const isAsked = row.needsApproval && row.state === 'requested'
  const attributes = {
    ...attributesOf(row, config),
    user_id: row.userId === null ? null : String(row.userId),
    user_name: userName,
    passkey_challenge: isAsked ? approvalChallenge(config, row) : null,
    instead_of: row.insteadOf
  }
  return { type: 'withdrawals', id: String(row.id), attributes }
}

function attributesOf(row: WithdrawalRow, config: PaymentsConfig): Withdrawal['attributes'] {
  return {
    currency: row.asset,
    token_code: row.tokenCode,
    address: row.address,
    amount: row.amount.toString(),
    fee: row.fee.toString(),
    state: row.state,
    needs_approval: row.needsApproval,
    not_before: row.notBefore?.toISOString() ?? null,
    waits_for: row.waitsFor,
    transaction_id: row.transactionId,
    confirmations: row.confirmations,
    required_confirmations:
      row.paymentHash === null ? (requiredConfirmations(config)[row.tokenCode] ?? 0) : 0,
    reason: row.reason,
    lightning:
      row.paymentHash === null
        ? null
        : {
            payment_hash: row.paymentHash,
            preimage: row.preimage,
            address: row.lightningAddress
          },
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null
  }
}
