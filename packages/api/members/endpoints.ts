import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type Member = z.infer<typeof schema.member>
export type Membership = z.infer<typeof schema.membership>

/* API keys cannot invite or remove people: only a signed-in account decides who may see it. */

export const listMembers = endpoint<Record<never, never>, z.infer<typeof schema.memberList>>({
  method: 'GET',
  path: '/api/v1/members',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary: 'The people who may see the account, and those who are invited to, oldest first'
})

export const inviteMember = endpoint<
  z.input<typeof schema.inviteInput>,
  z.infer<typeof schema.memberDocument>
>({
  method: 'POST',
  path: '/api/v1/members',
  statuses: [201],
  auth: 'user',
  type: 'members',
  stepUp: true,
  idempotency: 'optional',
  errors: [
    'member_self',
    'member_invited',
    'members_too_many',
    'viewing_staff',
    'too_many_requests'
  ],
  summary:
    'Invites an account, by its email address or name, to see this one; the response is the same whether or not it exists'
})

export const removeMember = endpoint<z.input<typeof schema.memberInput>, void>({
  method: 'DELETE',
  path: '/api/v1/members/{id}',
  statuses: [204],
  auth: 'user',
  errors: ['not_found'],
  summary: 'Removes a member or an invitation; a view of the account ends at its next request'
})

export const listMemberships = endpoint<
  Record<never, never>,
  z.infer<typeof schema.membershipList>
>({
  method: 'GET',
  path: '/api/v1/memberships',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary: 'The accounts that the account may see, and those that it is invited to see'
})

export const acceptMembership = endpoint<z.input<typeof schema.memberInput>, void>({
  method: 'PUT',
  path: '/api/v1/memberships/{id}/acceptance',
  statuses: [204],
  auth: 'user',
  errors: ['not_found'],
  summary: 'Accepts an invitation to see another account'
})

export const endMembership = endpoint<z.input<typeof schema.memberInput>, void>({
  method: 'DELETE',
  path: '/api/v1/memberships/{id}',
  statuses: [204],
  auth: 'user',
  errors: ['not_found'],
  summary: 'Declines an invitation, or stops being a member'
})

export const viewMembership = endpoint<z.input<typeof schema.memberInput>, void>({
  method: 'PUT',
  path: '/api/v1/memberships/{id}/viewing',
  statuses: [204],
  auth: 'user',
  errors: ['not_found', 'viewing_staff', 'account_frozen'],
  summary:
    'Shows the session what another account sees, until DELETE /api/v1/user/viewing; nothing can be changed meanwhile'
})
