import { isStaff } from '@mille/api/operator-roles.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import type { UserRow } from './queries.ts'

/** Words that say that a person works here, and words that appear around them. */
const staff = 'mille|admin|administrator|moderator|operator|staff|support'
const around = 'the|of|official|team|help|desk|customer|service|security|billing'
const hasStaff = new RegExp(staff)
const isNothingElse = new RegExp(`^(?:(?:${staff}|${around})s?)+$`)

const fields = ['username', 'advertiser_name'] as const
type Names = { [Field in (typeof fields)[number]]?: string | null | undefined }

/**
 * A name that says nothing but that it is the network or one who runs it, such as “Mille Support”, “admin_2” or “TheStaff”, is
 * for operators. Names that say more are for all: “Support for cats”. What an account is called already stays.
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
