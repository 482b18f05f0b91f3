import type { OperatorRole } from '@mille/api/may-operate.ts'
import {
  askForRoles,
  isOnlyOperator,
  mayApproveMoney,
  notifyOperators,
  readRolesAsk,
  setUserRoles
} from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import type { PersonRow } from './people-queries.ts'

type Change = {
  person: Pick<PersonRow, 'id' | 'roles'>
  wanted: readonly OperatorRole[]
  by: number
  operators: readonly number[]
  at: Date
}

/**
 * Gives an account exactly these roles. A role with power over money must be requested by one operator and confirmed by
 * another, unless there has long been only one operator. A request for roles that are no longer wanted is closed.
 */
export async function changeRoles(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  { person: { id, roles }, wanted, by, operators, at }: Change
): Promise<Failure | null> {
  const gained = gainedPower(roles, wanted)
  if (gained.length === 0) {
    await setUserRoles(tx, id, wanted, at)
    return null
  }
  const page = `${config.publicUrl}/admin/users/${id}`
  if (!(await isOnlyOperator(tx, operators, at))) {
    const ask = await readRolesAsk(tx, id, operators, at)
    const isAsked = ask !== null && gained.every(role => ask.roles.includes(role))
    if (!isAsked || ask.by === by) {
      await setUserRoles(tx, id, without(wanted, gained), at)
      await askForRoles(tx, id, { roles: gained, by, at })
      if (isAsked) return null
      await notifyOperators(tx, {
        subject: 'A new operator needs confirmation',
        by,
        text: who =>
          `${who} requested the ${roleText(gained)} for account ${id}.\n\nAnother operator has to confirm or decline this: ${page}`,
        at
      })
      return null
    }
    if (!(await mayApproveMoney(tx, by, at))) return failure('operator_too_new')
  }
  await setUserRoles(tx, id, wanted, at)
  await notifyOperators(tx, {
    subject: 'There is a new operator',
    by,
    text: who =>
      `${who} gave account ${id} the ${roleText(gained)}. It can approve money starting tomorrow.\n\nIf this is wrong, remove the role: ${page}`,
    at
  })
  return null
}

/** Returns the new roles with power over money. An `admin` already has that power. */
function gainedPower(roles: readonly string[], wanted: readonly OperatorRole[]): OperatorRole[] {
  const overMoney = wanted.filter(role => role === 'admin' || role === 'finance')
  return roles.includes('admin') ? [] : overMoney.filter(role => !roles.includes(role))
}

const without = <Item>(all: readonly Item[], left: readonly Item[]) =>
  all.filter(it => !left.includes(it))

function roleText(roles: readonly OperatorRole[]): string {
  const names = roles.map(role => (role === 'admin' ? 'operator' : role))
  return `${names.join(' and ')} ${names.length === 1 ? 'role' : 'roles'}`
}
