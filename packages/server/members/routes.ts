import { isStaff } from '@mille/api/may-operate.ts'
import * as endpoints from '@mille/api/members/endpoints.ts'
import * as schema from '@mille/api/members/schema.ts'
import {
  acceptMember,
  endMember,
  findMembership,
  findUser,
  insertMember,
  listMembers,
  listMemberships,
  type MemberRow,
  type MembershipRow,
  maxMembers,
  refuseWhileFrozen,
  startViewingAsMember
} from '../accounts/index.ts'
import { failure, reply } from '../http/answers/reply.ts'
import { tooMany } from '../http/answers/too-many.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Serve } from '../http/serve.ts'
import { notify } from '../notifications/outbox.ts'

/** Calls by which an account lets other people see it: docs/decisions/150-what-operators-may-do.md. */
export function memberRoutes(serve: Serve): void {
  ownerRoutes(serve)
  membershipRoutes(serve)
}

function ownerRoutes(serve: Serve): void {
  serve(endpoints.listMembers, null, async ({ context, user }) =>
    reply({ data: (await listMembers(context.db, user.id)).map(memberResource) })
  )

  serve(
    endpoints.inviteMember,
    schema.inviteInput,
    async ({ context, input, user, once: { tx } }, isTold: boolean) => {
      const at = context.now()
      const invited = await insertMember(tx, { userId: user.id, name: input.name, at })
      if (!invited.ok) {
        const detail =
          invited.code === 'members_too_many'
            ? { detail: `An account can have up to ${maxMembers} members and invitations.` }
            : { pointer: 'name' }
        return failure(invited.code, detail)
      }
      const { row, memberId } = invited
      if (memberId !== null && isTold) {
        const owner = await findUser(tx, user.id)
        const account = owner?.username ?? owner?.email ?? `#${user.id}`
        const event = `member ${row.id} invited`
        await notify(tx, {
          ...{ kind: 'member_invited', data: { account } },
          ...{ userId: memberId, event, at }
        })
      }
      return reply({ data: memberResource(row) }, 201)
    },
    async ({ input, user, limits }) => {
      if (isStaff(user.roles)) return failure('viewing_staff')
      const allowed = await limits.consume(limitNames.invitations, `account ${user.id}`)
      if (!allowed.ok) return tooMany(allowed.retryAfterSeconds)
      // Too many invitations of one person, by however many accounts, are listed but not announced. The inviting account
      // does not see the difference.
      const told = await limits.consume(limitNames.invitationsOfOne, input.name.toLowerCase())
      return { ok: true, value: told.ok }
    }
  )

  serve(endpoints.removeMember, schema.memberInput, async ({ context, input, user }) => {
    const owner = { userId: user.id, side: 'user_id' as const }
    const isOwn = await endMember(context.db, owner, Number(input.id), context.now())
    return isOwn ? reply(undefined, 204) : failure('not_found')
  })
}

function membershipRoutes(serve: Serve): void {
  serve(endpoints.listMemberships, null, async ({ context, user }) =>
    reply({ data: (await listMemberships(context.db, user.id)).map(membershipResource) })
  )

  serve(endpoints.acceptMembership, schema.memberInput, async ({ context, input, user }) => {
    const at = context.now()
    const id = Number(input.id)
    const accepted = await context.db.transaction().execute(async tx => {
      const found = await acceptMember(tx, user.id, id, at)
      if (found?.isNew) {
        const { userId, name } = found
        const event = `member ${id} accepted`
        await notify(tx, { kind: 'member_accepted', data: { member: name }, userId, event, at })
      }
      return found
    })
    return accepted ? reply(undefined, 204) : failure('not_found')
  })

  serve(endpoints.endMembership, schema.memberInput, async ({ context, input, user }) => {
    const member = { userId: user.id, side: 'member_id' as const }
    const isOwn = await endMember(context.db, member, Number(input.id), context.now())
    return isOwn ? reply(undefined, 204) : failure('not_found')
  })

  serve(endpoints.viewMembership, schema.memberInput, async ({ context, input, user, session }) => {
    const id = Number(input.id)
    return context.db.transaction().execute(async tx => {
      const frozen = await refuseWhileFrozen(tx, user.id)
      if (frozen) return frozen
      const found = await findMembership(tx, user.id, id)
      if (!found || !session) return failure('not_found')
      if (isStaff(found.roles)) return failure('viewing_staff')
      await startViewingAsMember(tx, session, id)
      return reply(undefined, 204)
    })
  })
}

function memberResource({ id, name, invited_at, accepted_at }: MemberRow): endpoints.Member {
  const times = timesOf({ invited_at, accepted_at })
  return { type: 'members', id: String(id), attributes: { name, role: 'viewer', ...times } }
}

function membershipResource({ id, account_id, account_name, ...row }: MembershipRow) {
  const account = { account_id: String(account_id), account_name }
  const attributes = { ...account, role: 'viewer' as const, ...timesOf(row) }
  return { type: 'memberships' as const, id: String(id), attributes }
}

function timesOf({ invited_at, accepted_at }: Pick<MemberRow, 'invited_at' | 'accepted_at'>) {
  return {
    invited_at: invited_at.toISOString(),
    accepted_at: accepted_at?.toISOString() ?? null
  }
}
