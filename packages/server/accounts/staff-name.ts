import { isStaff } from '@mille/api/may-operate.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import type { UserRow } from './queries.ts'

/** Words that claim a role at the network, and words that usually surround them. */
const staff = 'mille|admin|administrator|moderator|operator|staff|support'
const around = 'the|of|official|team|help|desk|customer|service|security|billing'
const hasStaff = new RegExp(staff)
const isNothingElse = new RegExp(`^(?:(?:${staff}|${around})s?)+$`)

const fields = ['username', 'advertiser_name'] as const
type Names = { [Field in (typeof fields)[number]]?: string | null | undefined }

/**
 * Rejects names that only claim to be the network or one of its operators, such as “Mille Support”, “admin_2”, or
 * “TheStaff”, unless the account is an operator. Names that say more, such as “Support for cats”, are allowed, and
 * existing names are kept.
 */
export function refuseStaffName(before: UserRow | null, names: Names): Failure | null {
  if (before && isStaff(before.roles)) return null
  const pointer = fields.find(it => names[it] !== before?.[it] && isStaffName(names[it] ?? ''))
  if (!pointer) return null
  const detail = 'The name is reserved for the people who run the network.'
  return failure('username_taken', { pointer, detail })
}

function isStaffName(name: string): boolean {
  const letters = name.normalize('NFKD').toLowerCase().replace(/\P{L}/gu, '')
  return hasStaff.test(letters) && isNothingElse.test(letters)
}
