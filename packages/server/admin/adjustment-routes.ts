import * as endpoints from '@mille/api/admin/endpoints.ts'
import * as schema from '@mille/api/admin/schema.ts'
import { formatAmount } from '@mille/money/amount.ts'
import { findUser, mayApproveMoney, notifyOperators } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { networkAccount, transfer, userAccount } from '../ledger/index.ts'
import { mayGiveAlone } from '../settings/index.ts'
import {
  type AdjustmentRow,
  adjustmentResources,
  endAdjustment,
  insertAdjustment,
  listPending,
  lockAdjustment
} from './adjustment-queries.ts'

/**
 * Calls with which an operator adds money to a balance or takes money from it. Operators cannot adjust their own
 * balances. If an adjustment and all those that the operator made alone in a day exceed the approval limit, it awaits
 * another operator.
 */
export function adjustmentRoutes(serve: Serve): void {
  serve(endpoints.adjustBalance, schema.adjustmentInput, async call => {
    const { context, input, user } = call
    const { tx, key } = call.once
    const { asset, reason } = input
    const person = await findUser(tx, Number(input.id))
    if (!person) return failure('not_found')
    if (person.id === user.id) return failure('own_adjustment')
    const amount = BigInt(input.amount)
    const at = context.now()
    const made = { userId: person.id, asset, amount, reason, madeBy: user.id, madeAt: at }
    const gift = { operatorId: user.id, asset, amount: amount < 0n ? -amount : amount, at }
    if (!(await mayGiveAlone(tx, context.config, gift))) {
      const row = await insertAdjustment(tx, { ...made, transferId: null })
      await notifyOperators(tx, pendingMail(context, row))
      return reply({ data: await resourceOf(tx, row) }, 201)
    }
    const moved = await move(tx, made, `adjustment:${person.id}:${key}`, at)
    if (!moved.ok) return failure(moved.code, { pointer: 'amount' })
    const row = await insertAdjustment(tx, { ...made, transferId: moved.id })
    return reply({ data: await resourceOf(tx, row) }, 201)
  })

  serve(endpoints.listAdjustments, schema.adjustmentsInput, async ({ context, input }) => {
    const page = { offset: input['page[offset]'], limit: input['page[limit]'] }
    return reply(await listPending(context.db, page))
  })

  serve(endpoints.decideAdjustment, schema.decideAdjustmentInput, async call => {
    const { context, input, user } = call
    const { tx } = call.once
    const row = await lockAdjustment(tx, Number(input.id))
    if (!row) return failure('not_found')
    if (row.state !== 'pending') return failure('state_not_allowed')
    if (row.madeBy === user.id || row.userId === user.id) return failure('own_adjustment')
    const at = context.now()
    let transferId: bigint | null = null
    if (input.decision === 'approve') {
      if (!(await mayApproveMoney(tx, user.id, at))) return failure('operator_too_new')
      const moved = await move(tx, row, `adjustment:approved:${row.id}`, at)
      if (!moved.ok) return failure(moved.code)
      transferId = moved.id
    }
    await endAdjustment(tx, row.id, { by: user.id, at, transferId })
    const state = transferId === null ? ('rejected' as const) : ('done' as const)
    return reply({ data: await resourceOf(tx, { ...row, state }) })
  })
}

type Moved = Pick<AdjustmentRow, 'userId' | 'asset' | 'amount' | 'reason'>

async function move(tx: Tx, { userId, asset, amount, reason }: Moved, key: string, at: Date) {
  const own = userAccount(userId, asset)
  const outside = networkAccount(asset, 'outside')
  const [from, to] = amount > 0n ? [outside, own] : [own, outside]
  const units = amount > 0n ? amount : -amount
  const moved = await transfer(tx, [
    { key, kind: 'adjustment', amount: units, from, to, reason, at }
  ])
  if (!moved.ok) return moved
  const [first] = moved.value
  if (!first) throw new Error('a transfer that was made has an id')
  return { ok: true as const, id: first.id }
}

async function resourceOf(tx: Tx, row: AdjustmentRow) {
  const [data] = await adjustmentResources(tx, [row])
  if (!data) throw new Error('one row gives one resource')
  return data
}

function pendingMail({ config }: Context, row: AdjustmentRow) {
  const amount = `${row.amount < 0n ? '-' : ''}${formatAmount(row.amount < 0n ? -row.amount : row.amount)} ${row.asset}`
  return {
    subject: 'An adjustment waits for another operator',
    by: row.madeBy,
    at: row.madeAt,
    text: (who: string) =>
      `${who} requested an adjustment of the balance of account ${row.userId} by ${amount}: ${row.reason}.\n\nAnother operator has to approve or reject it: ${config.publicUrl}/admin/users`
  }
}
