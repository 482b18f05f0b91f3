import * as endpoints from '@mille/api/accounts/endpoints.ts'
import * as schema from '@mille/api/accounts/schema.ts'
import type { LookAroundRole } from '@mille/api/constants.ts'
import { isStaff } from '@mille/api/may-operate.ts'
import type { Context } from '../context.ts'
import { failure, reply } from '../http/answers/reply.ts'
import { tooMany } from '../http/answers/too-many.ts'
import { addressBlock } from '../http/callers/client-address.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Serve } from '../http/serve.ts'
import { demoAccounts } from './demo-accounts.ts'
import { type ReadFigures, userDocument } from './document.ts'
import { findUserByCodeHash, type UserRow } from './queries.ts'
import type { Sessions } from './sessions.ts'

/** Lets strangers look around in a demonstration: docs/decisions/264-suspended-and-deleted-accounts.md. */
export function lookAroundRoutes(
  serve: Serve,
  { sessions, readFigures }: { sessions: Sessions; readFigures: ReadFigures }
): void {
  serve(endpoints.listLookArounds, null, async ({ context }) => {
    const people = await findDemoPeople(context)
    return reply({
      data: [...people.keys()].map(role => ({
        type: 'look_arounds' as const,
        id: role,
        attributes: { role }
      }))
    })
  })

  serve(endpoints.lookAround, schema.lookAroundInput, async call => {
    const { context, limits, input, session, address } = call
    const { role } = input
    const person = (await findDemoPeople(context)).get(role)
    if (!person) return failure('not_found')
    // A person who is signed in to an own account would lose that session.
    if (session && !session.lookAround) return failure('look_around_signed_in')
    const allowed = await limits.consume(limitNames.lookArounds, addressBlock(address))
    if (!allowed.ok) return tooMany(allowed.retryAfterSeconds)
    const cookie = await context.db
      .transaction()
      .execute(tx => sessions.openLookAround(tx, person.id, { role, before: session }))
    const figures = await readFigures(context.db, person.id)
    const opened = { hasUnsavedCode: false, lookAround: role, viewing: null }
    return reply(userDocument(person, figures, opened), 201, { cookies: [cookie] })
  })
}

/**
 * Returns the people as whom strangers may look around; none unless the network is a demonstration. They are found by
 * the account codes that only the demo network was filled with, so an account with the name of one of them is never
 * opened to strangers. Nor is an advertiser or a publisher who has become an operator.
 */
async function findDemoPeople({ config, db }: Context): Promise<Map<LookAroundRole, UserRow>> {
  const people = new Map<LookAroundRole, UserRow>()
  if (!config.lookAround) return people
  for (const { role, hash } of demoAccounts(config)) {
    const user = await findUserByCodeHash(db, hash)
    if (user && isStaff(user.roles) === (role === 'operator')) people.set(role, user)
  }
  return people
}
