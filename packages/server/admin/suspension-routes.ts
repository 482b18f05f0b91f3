import * as endpoints from '@mille/api/admin/endpoints.ts'
import * as schema from '@mille/api/admin/schema.ts'
import {
  endSuspension,
  lockOperators,
  startSuspension,
  suspendedAmong,
  takeTurn
} from '../accounts/index.ts'
import { followSuspension } from '../campaigns/index.ts'
import type { Tx } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { notify } from '../notifications/outbox.ts'
import { readPerson } from './people-routes.ts'

/**
 * Suspending an account, and lifting that. Operators who suspend others are not suspended themselves, so an operator
 * always remains.
 */
export function suspensionRoutes(serve: Serve): void {
  serve(endpoints.suspendPerson, schema.suspensionInput, async ({ context, input, user, once }) => {
    const { tx } = once
    const id = Number(input.id)
    if (id === user.id) return failure('own_suspension')
    if (!(await isStillOperator(tx, user.id))) return failure('not_authorized')
    if (!(await takeTurn(tx, id))) return failure('not_found')
    const { reason } = input
    const at = context.now()
    const suspension = await startSuspension(tx, id, { reason, by: user.id, at })
    if (suspension === null) return failure('state_not_allowed')
    await followSuspension(tx, id, at)
    const event = `suspension ${suspension} started`
    await notify(tx, { kind: 'account_suspended', data: { reason }, userId: id, event, at })
    const data = await readPerson(tx, id, user.roles)
    return data ? reply({ data }, 201) : failure('not_found')
  })

  serve(endpoints.liftSuspension, schema.userInput, async ({ context, input, user, once }) => {
    const { tx } = once
    const id = Number(input.id)
    if (!(await isStillOperator(tx, user.id))) return failure('not_authorized')
    if (!(await takeTurn(tx, id))) return failure('not_found')
    const at = context.now()
    const suspension = await endSuspension(tx, id, { by: user.id, at })
    if (suspension === null) return failure('state_not_allowed')
    await followSuspension(tx, id, at)
    const event = `suspension ${suspension} lifted`
    await notify(tx, { kind: 'suspension_lifted', data: {}, userId: id, event, at })
    const data = await readPerson(tx, id, user.roles)
    return data ? reply({ data }) : failure('not_found')
  })
}

/** Of two operators who suspend each other at once the second one finds that it is suspended. */
async function isStillOperator(tx: Tx, id: number): Promise<boolean> {
  const operators = await lockOperators(tx)
  return operators.includes(id) && !(await suspendedAmong(tx, [id])).has(id)
}
