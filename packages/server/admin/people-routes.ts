import * as endpoints from '@mille/api/admin/endpoints.ts'
import * as schema from '@mille/api/admin/schema.ts'
import {
  askForOperator,
  endSessions,
  findUser,
  isOnlyOperator,
  lockOperators,
  lockUser,
  mayApproveMoney,
  notifyOperators,
  readOperatorAsk,
  setPremium,
  setUserRoles
} from '../accounts/index.ts'
import { revokeKeys } from '../api-keys/index.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { promoteOffers } from '../marketplace/index.ts'
import { findPeople, findPerson, moneyOf, type PersonRow } from './people-queries.ts'

/** Accounts as the operator sees them. */
export function peopleRoutes(serve: Serve): void {
  serve(endpoints.listPeople, schema.usersInput, async ({ context, input }) => {
    const { rows, records } = await findPeople(context.db, {
      query: input['filter[query]'],
      role: input['filter[role]'] ?? null,
      offset: input['page[offset]'],
      limit: input['page[limit]']
    })
    return reply({
      data: await peopleResources(context.db, rows),
      meta: { pagination: { records } }
    })
  })

  serve(endpoints.readPerson, schema.userInput, async ({ context, input }) => {
    const data = await readPerson(context.db, Number(input.id))
    return data ? reply({ data }) : failure('not_found')
  })

  serve(endpoints.setRoles, schema.rolesInput, async ({ context, input, user }) => {
    const id = Number(input.id)
    // The last operator could not let anybody in again.
    if (id === user.id) return failure('own_role')
    return context.db.transaction().execute(async tx => {
      const operators = await lockOperators(tx)
      // The role of who asks may have been removed while the call waited.
      if (!operators.includes(user.id)) return failure('not_authorized')
      if (!input.roles.includes('admin') && operators.every(it => it === id))
        return failure('last_operator')
      if (!(await readPerson(tx, id))) return failure('not_found')
      const at = context.now()
      const isNew = input.roles.includes('admin') && !operators.includes(id)
      const refused = isNew
        ? await makeOperator(tx, context, { id, by: user.id, operators, at })
        : await setUserRoles(tx, id, input.roles, at)
      if (refused) return refused
      const data = await readPerson(tx, id)
      return data ? reply({ data }) : failure('not_found')
    })
  })

  serve(endpoints.setPremium, schema.premiumInput, ({ context, input }) =>
    context.db.transaction().execute(async tx => {
      const person = await lockUser(tx, Number(input.id))
      if (!person) return failure('not_found')
      // Who looks after an account has to be able to reach it.
      if (input.contact !== null && person.email === null)
        return failure('email_missing', { pointer: 'contact' })
      await setPremium(tx, person.id, input.contact, context.now())
      await promoteOffers(tx, person.id, input.contact !== null)
      const data = await readPerson(tx, person.id)
      return data ? reply({ data }) : failure('not_found')
    })
  )

  serve(endpoints.endPersonSessions, schema.userInput, async ({ context, input }) => {
    const person = await findUser(context.db, Number(input.id))
    if (!person) return failure('not_found')
    await context.db.transaction().execute(async tx => {
      await endSessions(tx, person.id, null)
      await revokeKeys(tx, person.id, context.now())
    })
    return reply(undefined, 204)
  })
}

type NewOperator = { id: number; by: number; operators: readonly number[]; at: Date }

/** One operator asks and another confirms. Only who has long been the only one does it alone. */
async function makeOperator(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  { id, by, operators, at }: NewOperator
) {
  const page = `${config.publicUrl}/admin/users/${id}`
  if (!(await isOnlyOperator(tx, operators, at))) {
    const askedBy = await readOperatorAsk(tx, id, operators, at)
    if (askedBy === by) return null
    if (askedBy === null) {
      await askForOperator(tx, id, by, at)
      await notifyOperators(tx, {
        subject: 'A new operator needs confirmation',
        by,
        text: who =>
          `${who} requested the operator role for account ${id}.\n\nAnother operator has to confirm or decline this: ${page}`,
        at
      })
      return null
    }
    if (!(await mayApproveMoney(tx, by, at))) return failure('operator_too_new')
  }
  await setUserRoles(tx, id, ['admin'], at)
  await notifyOperators(tx, {
    subject: 'There is a new operator',
    by,
    text: who =>
      `${who} made account ${id} an operator. It can approve money starting tomorrow.\n\nIf this is wrong, remove the role: ${page}`,
    at
  })
  return null
}

export async function readPerson(
  db: Database | Tx,
  id: number
): Promise<endpoints.Person | undefined> {
  const row = await findPerson(db, id)
  return row && (await peopleResources(db, [row]))[0]
}

async function peopleResources(
  db: Database | Tx,
  rows: readonly PersonRow[]
): Promise<endpoints.Person[]> {
  const money = await moneyOf(
    db,
    rows.map(row => row.id)
  )
  return rows.map(row => ({
    type: 'people',
    id: String(row.id),
    attributes: {
      email: row.email,
      username: row.username,
      roles: row.roles,
      premium_contact: row.premium_contact,
      suspension: suspensionOf(row),
      operator_asked_by: row.operator_asked_by === null ? null : String(row.operator_asked_by),
      operator_asked_by_name: row.operator_asked_by_name,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at?.toISOString() ?? null,
      sessions_count: Number(row.sessions_count),
      campaigns_count: Number(row.campaigns_count),
      ad_units_count: Number(row.ad_units_count),
      money: money
        .filter(it => it.userId === row.id)
        .map(({ asset, available, promotion }) => ({
          asset,
          available: available.toString(),
          promotion: promotion.toString()
        }))
    }
  }))
}

function suspensionOf(row: PersonRow): endpoints.Person['attributes']['suspension'] {
  const { suspended_since: since, suspension_reason: reason, suspended_by_name: by } = row
  if (since === null || reason === null) return null
  return { reason, started_at: since.toISOString(), started_by_name: by }
}
