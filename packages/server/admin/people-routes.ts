import * as endpoints from '@mille/api/administration/endpoints.ts'
import * as schema from '@mille/api/administration/schema.ts'
import {
  endSessions,
  findUser,
  lockOperators,
  lockUser,
  setPremium,
  setUserRoles
} from '../accounts/index.ts'
import type { Database, Tx } from '../db/connect.ts'
import { failure, reply } from '../http/reply.ts'
import type { Serve } from '../http/serve.ts'
import { balances, networkAccount, transfer, userAccount } from '../ledger/index.ts'
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
      await setUserRoles(tx, id, input.roles)
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
    await endSessions(context.db, person.id, null)
    return reply(undefined, 204)
  })

  serve(endpoints.adjustBalance, schema.adjustmentInput, async ({ context, input, once }) => {
    if (!once) throw new Error('an idempotent call has its transaction')
    const { asset, reason } = input
    const person = await findUser(once.tx, Number(input.id))
    if (!person) return failure('not_found')
    const amount = BigInt(input.amount)
    const own = userAccount(person.id, asset)
    const outside = networkAccount(asset, 'outside')
    const moved = await transfer(once.tx, [
      {
        key: `adjustment:${person.id}:${once.key}`,
        kind: 'adjustment',
        amount: amount > 0n ? amount : -amount,
        from: amount > 0n ? outside : own,
        to: amount > 0n ? own : outside,
        reason,
        at: context.now()
      }
    ])
    if (!moved.ok) return failure(moved.code, { pointer: 'amount' })
    const [balance = 0n] = await balances(once.tx, [own])
    return reply(
      {
        data: {
          type: 'adjustments' as const,
          id: String(moved.value[0]?.id),
          attributes: { asset, amount: amount.toString(), reason, balance: balance.toString() }
        }
      },
      201
    )
  })
}

async function readPerson(db: Database | Tx, id: number): Promise<endpoints.Person | undefined> {
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
