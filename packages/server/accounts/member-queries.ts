import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import { countRows } from '../db/count-rows.ts'
import { takeTurn } from './queries.ts'

/** Maximum number of members and open invitations that an account may have at a time. */
export const maxMembers = 20
/** Maximum number of accounts that a member's list contains. */
const maxMemberships = 100
/** Maximum number of accounts that a member's menu lists. */
const maxViewable = 8

const columns = ['id', 'name', 'invited_at', 'accepted_at'] as const

export type MemberRow = { id: number; name: string; invited_at: Date; accepted_at: Date | null }
export type MembershipRow = Omit<MemberRow, 'name'> & {
  account_id: number
  account_name: string | null
}

export function listMembers(db: Database, userId: number): Promise<MemberRow[]> {
  return db
    .selectFrom('account_members')
    .select(columns)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .limit(maxMembers)
    .execute()
}

/**
 * Returns the accounts that an account may see or is invited to see, each once: an owner may have invited the same person
 * by the email address and by the name, and is not told that both belong to one account.
 */
export async function listMemberships(db: Database, memberId: number): Promise<MembershipRow[]> {
  const { rows } = await sql<MembershipRow>`
    select distinct on (account_members.user_id) account_members.id, account_members.user_id as account_id,
      account_names.name as account_name, invited_at, accepted_at
    from account_members join account_names on account_names.id = account_members.user_id
    where member_id = ${memberId} and ended_at is null
    order by account_members.user_id, accepted_at nulls last, account_members.id
    limit ${maxMemberships}`.execute(db)
  return rows
}

/** Returns the first of the accounts that an account may see, in the order of their names. */
export async function listViewable(db: Database | Tx, memberId: number) {
  const { rows } = await sql<{ membership_id: string; name: string }>`
    select account_members.id::text as membership_id, coalesce(account_names.name, '#' || account_names.id) as name
    from account_members join account_names on account_names.id = account_members.user_id
    where member_id = ${memberId} and accepted_at is not null and ended_at is null
    order by 2, account_members.id limit ${maxViewable}`.execute(db)
  return rows
}

type Invitation = { userId: number; name: string; at: Date }
export type Invited =
  | { ok: true; row: MemberRow; memberId: number | null }
  | { ok: false; code: 'member_self' | 'member_invited' | 'members_too_many' }

/** Stores an invitation. Everything that the inviting account learns of it is the same without such an account. */
export async function insertMember(tx: Tx, { userId, name, at }: Invitation): Promise<Invited> {
  // An account's concurrent requests run one after the other, so that the limit holds.
  await takeTurn(tx, userId)
  const memberId = await findInvited(tx, name)
  if (memberId === userId) return { ok: false, code: 'member_self' }
  const open = tx
    .selectFrom('account_members')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  const same = open.where(eb => eb(eb.fn('lower', ['name']), '=', eb.fn('lower', [eb.val(name)])))
  if ((await countRows(same)) > 0) return { ok: false, code: 'member_invited' }
  if ((await countRows(open)) >= maxMembers) return { ok: false, code: 'members_too_many' }
  const row = await tx
    .insertInto('account_members')
    .values({ user_id: userId, member_id: memberId, name, role: 'viewer', invited_at: at })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { ok: true, row, memberId }
}

/**
 * Returns the account with an email address or a name. It cannot be deleted until the transaction ends. An account whose
 * name looks like an email address is not found by it, because someone else may have that address.
 */
async function findInvited(tx: Tx, name: string): Promise<number | null> {
  const wanted = name.toLowerCase()
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where(eb =>
      wanted.includes('@')
        ? eb('email', '=', wanted)
        : eb(eb.fn('lower', ['username']), '=', wanted)
    )
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? null
}

/** Accepts an invitation. Returns the account that can be seen from now on, or null if there is no such invitation. */
export async function acceptMember(
  tx: Tx,
  memberId: number,
  id: number,
  at: Date
): Promise<{ userId: number; name: string; isNew: boolean } | null> {
  const found = await findOpen(tx, memberId, id)
  if (!found) return null
  // Both accounts are locked in the order of their ids, so that two people who accept each other's invitation do not wait
  // for each other, and neither account is deleted meanwhile.
  for (const userId of [found.user_id, memberId].toSorted((one, other) => one - other))
    if (!(await takeTurn(tx, userId))) return null
  const accepted = await tx
    .selectFrom('account_members')
    .select(['id', 'name'])
    .where('user_id', '=', found.user_id)
    .where('member_id', '=', memberId)
    .where('accepted_at', 'is not', null)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (accepted) return { userId: found.user_id, name: accepted.name, isNew: false }
  const row = await tx
    .updateTable('account_members')
    .set({ accepted_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['user_id', 'name'])
    .executeTakeFirst()
  return row ? { userId: row.user_id, name: row.name, isNew: true } : null
}

function findOpen(tx: Tx, memberId: number, id: number) {
  return tx
    .selectFrom('account_members')
    .select('user_id')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
}

/** Ends a membership or an invitation of the account itself, and returns whether there was one. */
export async function endMember(
  db: Database,
  by: { userId: number; side: 'user_id' | 'member_id' },
  id: number,
  at: Date
): Promise<boolean> {
  const ended = await db
    .updateTable('account_members')
    .set({ ended_at: at, ended_by: by.userId })
    .where('id', '=', id)
    .where(by.side, '=', by.userId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Returns the roles of the account that an accepted membership shows, or undefined without such a membership. */
export function findMembership(tx: Tx, memberId: number, id: number) {
  return tx
    .selectFrom('account_members')
    .innerJoin('users', 'users.id', 'account_members.user_id')
    .select('users.roles')
    .where('account_members.id', '=', id)
    .where('member_id', '=', memberId)
    .where('accepted_at', 'is not', null)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
}

/** Ends every membership of an account that is deleted, on either side, and removes the names that were entered. */
export async function forgetMembers(tx: Tx, userId: number, at: Date): Promise<void> {
  await sql`
    update account_members set name = '(deleted)', ended_at = coalesce(ended_at, ${at}), ended_by = coalesce(ended_by, ${userId})
    where user_id = ${userId} or member_id = ${userId}`.execute(tx)
}
