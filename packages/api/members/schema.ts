import { z } from 'zod'
import { document, idInput, labelText, moment, resource } from '../schema.ts'

/** What a member may do. A viewer sees the account and changes nothing. */
const memberRoles = ['viewer'] as const

export const memberInput = z.object({ id: idInput })
export const inviteInput = z.object({
  /** An email address, or the name of an account. */
  name: labelText(254),
  role: z.enum(memberRoles).default('viewer')
})

export const member = resource(
  'members',
  z.object({
    /** The email address or the name that the owner entered. */
    name: z.string(),
    role: z.enum(memberRoles),
    invited_at: moment,
    /** Null until the invited person accepts. */
    accepted_at: moment.nullable()
  })
)
export const memberDocument = document(member)
export const memberList = document(z.array(member))

export const membership = resource(
  'memberships',
  z.object({
    /** The name of the account that can be seen, or its email address. Null if it has neither. */
    account_name: z.string().nullable(),
    account_id: z.string(),
    role: z.enum(memberRoles),
    invited_at: moment,
    accepted_at: moment.nullable()
  })
)
export const membershipList = document(z.array(membership))
