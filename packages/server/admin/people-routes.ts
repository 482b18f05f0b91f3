import * as endpoints from '@mille/api/admin/endpoints.ts'
import * as schema from '@mille/api/admin/schema.ts'
import { mayOperate, operatorRoles } from '@mille/api/may-operate.ts'
import { endSessions, findUser, lockOperators, lockUser, setPremium } from '../accounts/index.ts'
import { revokeKeys } from '../api-keys/index.ts'
import type { Database, Tx } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { promoteOffers } from '../marketplace/index.ts'
import { changeRoles } from './change-roles.ts'
import {
  findPeople,
  findPerson,
  moneyOf,
  type PersonMoney,
  type PersonRow
} from './people-queries.ts'

/** Calls that show accounts to operators. */
export function peopleRoutes(serve: Serve): void {
  serve(endpoints.listPeople, schema.usersInput, async ({ context, input, user }) => {
    const { rows, records } = await findPeople(context.db, {
      query: input['filter[query]'],
      role: input['filter[role]'] ?? null,
      offset: input['page[offset]'],
      limit: input['page[limit]']
    })
    return reply({
      data: await peopleResources(context.db, rows, user.roles),
      meta: { pagination: { records } }
    })
  })

  serve(endpoints.readPerson, schema.userInput, async ({ context, input, user }) => {
    const data = await readPerson(context.db, Number(input.id), user.roles)
    return data ? reply({ data }) : failure('not_found')
  })

  serve(endpoints.setRoles, schema.rolesInput, async ({ context, input, user }) => {
    const id = Number(input.id)
    // Operators cannot change their own roles: if the last one gave up the role, no one could restore it.
    if (id === user.id) return failure('own_role')
    return context.db.transaction().execute(async tx => {
      const operators = await lockOperators(tx)
      // The requesting operator's role may have been removed while the call waited for the lock.
      if (!operators.includes(user.id)) return failure('not_authorized')
      if (!input.roles.includes('admin') && operators.every(it => it === id))
        return failure('last_operator')
      const person = await findPerson(tx, id)
      if (!person) return failure('not_found')
      const wanted = operatorRoles.filter(role => input.roles.includes(role))
      const by = user.id
      const change = { person, wanted, by, operators, at: context.now() }
      const refused = await changeRoles(tx, context, change)
      if (refused) return refused
      const data = await readPerson(tx, id, user.roles)
      return data ? reply({ data }) : failure('not_found')
    })
  })

  serve(endpoints.setPremium, schema.premiumInput, ({ context, input, user }) =>
    context.db.transaction().execute(async tx => {
      const person = await lockUser(tx, Number(input.id))
      if (!person) return failure('not_found')
      // A Premium account needs an email address, so that its contact can reach it.
      if (input.contact !== null && person.email === null)
        return failure('email_missing', { pointer: 'contact' })
      await setPremium(tx, person.id, input.contact, context.now())
      await promoteOffers(tx, person.id, input.contact !== null)
      const data = await readPerson(tx, person.id, user.roles)
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

/** Returns an account as an operator with these roles sees it. */
export async function readPerson(
  db: Database | Tx,
  id: number,
  roles: readonly string[]
): Promise<endpoints.Person | undefined> {
  const row = await findPerson(db, id)
  return row && (await peopleResources(db, [row], roles))[0]
}

/** Returns the resources of accounts. Amounts are included only for operators who may read the account's holdings. */
async function peopleResources(
  db: Database | Tx,
  rows: readonly PersonRow[],
  roles: readonly string[]
): Promise<endpoints.Person[]> {
  const ids = rows.map(row => row.id)
  const money = mayOperate(endpoints.readHoldings, roles) ? await moneyOf(db, ids) : null
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
      operator_asked_roles: row.operator_asked_roles,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at?.toISOString() ?? null,
      sessions_count: Number(row.sessions_count),
      campaigns_count: Number(row.campaigns_count),
      ad_units_count: Number(row.ad_units_count),
      money: money && moneyIn(money, row.id)
    }
  }))
}

function moneyIn(all: readonly PersonMoney[], userId: number) {
  return all
    .filter(it => it.userId === userId)
    .map(({ asset, available, promotion }) => ({
      asset,
      available: available.toString(),
      promotion: promotion.toString()
    }))
}

function suspensionOf(row: PersonRow): endpoints.Person['attributes']['suspension'] {
  const { suspension_kind: kind, suspended_since: since, suspension_reason: reason } = row
  if (kind === null || since === null || reason === null) return null
  return {
    kind,
    reason,
    started_at: since.toISOString(),
    until: row.suspended_until?.toISOString() ?? null,
    started_by_name: row.suspended_by_name
  }
}
