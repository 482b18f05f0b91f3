import * as endpoints from '@mille/api/admin/endpoints.ts'
import * as schema from '@mille/api/admin/schema.ts'
import type { SuspensionKind } from '@mille/api/constants.ts'
import {
  type EndedSuspension,
  endOverdueSuspension,
  endSuspension,
  listOverdueSuspensions,
  lockOperators,
  startSuspension,
  suspendedAmong,
  takeTurn
} from '../accounts/index.ts'
import { followSuspension } from '../campaigns/index.ts'
import type { Context } from '../context.ts'
import { checkClock } from '../db/check-clock.ts'
import type { Tx } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { notify } from '../notifications/outbox.ts'
import { readPerson } from './people-routes.ts'

/**
 * Calls that suspend an account or freeze its money, and that lift a suspension or freeze. Suspended operators cannot
 * suspend others, so at least one operator always remains.
 */
export function suspensionRoutes(serve: Serve): void {
  serve(endpoints.suspendPerson, schema.suspensionInput, async ({ context, input, user, once }) => {
    const { tx } = once
    const id = Number(input.id)
    if (id === user.id) return failure('own_suspension')
    if (!(await isStillOperator(tx, user.id))) return failure('not_authorized')
    if (!(await takeTurn(tx, id))) return failure('not_found')
    const { kind, reason } = input
    const at = context.now()
    const until = input.until === null ? null : new Date(input.until)
    if (until !== null && until <= at) {
      const detail = 'The end has to be in the future.'
      return failure('invalid', { pointer: 'until', detail })
    }
    const suspension = await startSuspension(tx, id, { kind, reason, until, by: user.id, at })
    if (suspension === null) return failure('state_not_allowed')
    await followSuspension(tx, id, at)
    const event = `suspension ${suspension} started`
    await notify(tx, { kind: startedAs[kind], data: { reason }, userId: id, event, at })
    const data = await readPerson(tx, id, user.roles)
    return data ? reply({ data }, 201) : failure('not_found')
  })

  serve(endpoints.liftSuspension, schema.userInput, async ({ context, input, user, once }) => {
    const { tx } = once
    const id = Number(input.id)
    if (!(await isStillOperator(tx, user.id))) return failure('not_authorized')
    if (!(await takeTurn(tx, id))) return failure('not_found')
    const at = context.now()
    const ended = await endSuspension(tx, id, { by: user.id, at })
    if (ended === null) return failure('state_not_allowed')
    await followEnd(tx, id, ended, at)
    const data = await readPerson(tx, id, user.roles)
    return data ? reply({ data }) : failure('not_found')
  })
}

const startedAs = { everything: 'account_suspended', money: 'account_frozen' } as const
const endedAs = {
  everything: 'suspension_lifted',
  money: 'freeze_lifted'
} as const satisfies Record<SuspensionKind, string>

async function followEnd(tx: Tx, userId: number, { id, kind }: EndedSuspension, at: Date) {
  await followSuspension(tx, userId, at)
  const event = `suspension ${id} lifted`
  await notify(tx, { kind: endedAs[kind], data: {}, userId, event, at })
}

/**
 * Lifts suspensions and freezes that have reached their planned end. Throws `WrongClock` and lifts nothing if the clock
 * of this process is wrong.
 */
export async function liftOverdueSuspensions(context: Context): Promise<void> {
  await checkClock(context, 'payouts')
  const at = context.now()
  for (const userId of await listOverdueSuspensions(context.db, at))
    await context.db.transaction().execute(async tx => {
      await takeTurn(tx, userId)
      const ended = await endOverdueSuspension(tx, userId, at)
      if (ended) await followEnd(tx, userId, ended, at)
    })
}

/**
 * Checks whether the account is still an operator. If two operators suspend each other simultaneously, the second one
 * finds itself suspended.
 */
async function isStillOperator(tx: Tx, id: number): Promise<boolean> {
  const operators = await lockOperators(tx)
  return operators.includes(id) && !(await suspendedAmong(tx, [id])).has(id)
}
