import { isStaff } from '@mille/api/may-operate.ts'
import { readBrand } from '../brand/queries.ts'
import type { Database } from '../db/connect.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import type { UserRow } from './queries.ts'

/** Words that claim a role at the network, and words that usually surround them. */
const staff = 'mille|admin|administrator|moderator|operator|staff|support'
const around = 'the|of|official|team|help|desk|customer|service|security|billing'

const fields = ['username', 'advertiser_name'] as const
type Names = { [Field in (typeof fields)[number]]?: string | null | undefined }

/**
 * Rejects names that only claim to be the network, by its own name too, or one of its operators, such as “Mille
 * Support”, “admin_2”, or “TheStaff”, unless the account is an operator. Names that say more, such as “Support for
 * cats”, are allowed, and existing names are kept.
 */
export async function refuseStaffName(
  db: Database,
  before: UserRow | null,
  names: Names
): Promise<Failure | null> {
  if (before && isStaff(before.roles)) return null
  const changed = fields.filter(it => names[it] && names[it] !== before?.[it])
  if (changed.length === 0) return null
  const { name } = await readBrand(db)
  const pointer = changed.find(it => isStaffName(names[it] ?? '', name))
  if (!pointer) return null
  const detail = 'The name is reserved for the people who run the network.'
  return failure('username_taken', { pointer, detail })
}

function isStaffName(name: string, network: string): boolean {
  const whole = [staff, lettersOf(network)].filter(Boolean).join('|')
  const longWords = network.match(/\p{L}{3,}/gu) ?? []
  const words = [whole, around, ...longWords.map(lettersOf)]
  const letters = lettersOf(name)
  return (
    new RegExp(whole).test(letters) && new RegExp(`^(?:(?:${words.join('|')})s?)+$`).test(letters)
  )
}

const lettersOf = (text: string) => text.normalize('NFKD').toLowerCase().replace(/\P{L}/gu, '')
