import type { BillingDetails, FirstStepChoices } from '@mille/api/accounts/endpoints.ts'
import type { DisplayCurrency } from '@mille/api/constants.ts'
import type { TranslatedLanguage } from '@mille/api/reference-data/languages.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/connect.ts'
import type { AgreedVersions } from './consents.ts'

export type UserRow = {
  id: number
  email: string | null
  username: string | null
  roles: string[]
  /** Null until the user chooses a language or signs up in one. */
  locale: string | null
  time_zone: string
  /** Null means that amounts are shown in the currencies in which they were charged. */
  display_currency: string | null
  /** The name that readers of the account's ads see as the payer. Null until the account sets one. */
  advertiser_name: string | null
  /** Which checklists of first steps the account has chosen or dismissed. */
  first_steps: unknown
  /** What the account's statements say about its owner. */
  billing_details: unknown
}

const columns = [
  ...(['id', 'email', 'username', 'roles'] as const),
  ...(['locale', 'time_zone', 'display_currency', 'advertiser_name', 'first_steps'] as const),
  'billing_details'
] as const

export function findUser(db: Database | Tx, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').select(columns).where('id', '=', id).limit(1).executeTakeFirst()
}

export function lockUser(tx: Tx, id: number): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .limit(1)
    .executeTakeFirst()
}

/**
 * Serializes the requests of one account until the transaction ends. Unlike `lockUser`, it does not conflict with
 * inserts of rows that refer to the account, so that two requests that have both inserted one cannot deadlock. Returns
 * false if the account no longer exists.
 */
export async function takeTurn(tx: Tx, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function findUsers(db: Database | Tx, ids: readonly number[]): Promise<UserRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('users')
    .select(columns)
    .where('id', 'in', [...ids])
    .limit(ids.length)
    .execute()
}

export function findUserByEmail(db: Database | Tx, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .select(columns)
    .where('email', '=', email)
    .limit(1)
    .executeTakeFirst()
}

export function findUserByCodeHash(db: Database | Tx, hash: Buffer): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .select(columns)
    .where('account_code_hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
}

export async function isUsernameTaken(db: Database | Tx, username: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where(eb => eb(eb.fn('lower', ['username']), '=', username.toLowerCase()))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export type NewUser = {
  email: string | null
  username: string | null
  locale: TranslatedLanguage | null
  accountCodeHash: Buffer | null
  utmSource: string | null
  partnerId: number | null
  /** Place of the sign-up, as `nameSignUpPlace` returns it. */
  place: Buffer | null
  at: Date
}

/** Inserts a user. Returns undefined if the address or the name has been taken in the meantime. */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow | undefined> {
  const partner = user.partnerId === null ? undefined : await findUser(tx, user.partnerId)
  return tx
    .insertInto('users')
    .values({
      email: user.email,
      email_confirmed_at: user.email === null ? null : user.at,
      username: user.username,
      locale: user.locale,
      account_code_hash: user.accountCodeHash,
      utm_source: user.utmSource,
      partner_id: partner?.id ?? null,
      sign_up_place: user.place,
      created_at: user.at
    })
    .onConflict(conflict => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
}

export type CodeRequest = {
  idHash: Buffer
  email: string
  codeHmac: Buffer | null
  username: string | null
  locale: TranslatedLanguage | null
  mayCreate: boolean
  utmSource: string | null
  partnerId: number | null
  agreed: AgreedVersions
  at: Date
  expiresAt: Date
}

export async function insertCodeRequest(tx: Tx, request: CodeRequest): Promise<void> {
  await tx
    .insertInto('access_code_requests')
    .values({
      id_hash: request.idHash,
      email: request.email,
      code_hmac: request.codeHmac,
      username: request.username,
      locale: request.locale,
      may_create: request.mayCreate,
      utm_source: request.utmSource,
      partner_id: request.partnerId,
      terms_version: request.agreed.terms,
      privacy_version: request.agreed.privacy,
      created_at: request.at,
      expires_at: request.expiresAt
    })
    .execute()
}

/** Locks the row, so that two simultaneous attempts are both counted. */
export function lockCodeRequest(tx: Tx, idHash: Buffer) {
  return tx
    .selectFrom('access_code_requests')
    .selectAll()
    .where('id_hash', '=', idHash)
    .forUpdate()
    .limit(1)
    .executeTakeFirst()
}

export async function countTry(tx: Tx, idHash: Buffer): Promise<void> {
  await tx
    .updateTable('access_code_requests')
    .set(eb => ({ tries: eb('tries', '+', 1) }))
    .where('id_hash', '=', idHash)
    .execute()
}

export async function markUsed(tx: Tx, idHash: Buffer, at: Date): Promise<void> {
  await tx
    .updateTable('access_code_requests')
    .set({ used_at: at, code_hmac: null })
    .where('id_hash', '=', idHash)
    .execute()
}

/**
 * Locks and returns all operators until the transaction ends. If two operators remove each other, or both delete their
 * accounts, the second sees the result of the first.
 */
export async function lockOperators(tx: Tx): Promise<number[]> {
  // Row locks are not enough: they would not cover an account that becomes an operator meanwhile.
  await sql`select pg_advisory_xact_lock(hashtext('operators'))`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from users where 'admin' = any(roles) order by id`.execute(tx)
  return rows.map(row => row.id)
}

/**
 * Sets the roles of an account. An account that gains power over money counts as a new operator, even if it had the
 * role before. Closes any open request for a role.
 */
export async function setUserRoles(
  tx: Tx,
  id: number,
  roles: readonly string[],
  at: Date
): Promise<void> {
  const isOperator = roles.includes('admin')
  const isOfMoney = isOperator || roles.includes('finance')
  await sql`
    update users set roles = ${[...roles]}::text[], operator_asked_by = null, operator_asked_at = null,
      operator_asked_roles = null,
      operator_removed_at = case when 'admin' = any(roles) and not ${isOperator} then ${at}::timestamptz else operator_removed_at end,
      operator_since = case
        when ${isOperator} and not 'admin' = any(roles) or ${isOfMoney} and not roles && '{admin,finance}'::text[] then ${at}::timestamptz
        else operator_since end
    where id = ${id}`.execute(tx)
}

/**
 * Makes an account an operator from the command line, whose users have access to the database anyway. The first
 * operator does not wait a day. Returns false if the account is an operator already.
 */
export async function grantOperator(db: Database, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update users set roles = array_append(roles, 'admin')
    where id = ${id} and not 'admin' = any(roles)`.execute(db)
  return numAffectedRows !== 0n
}

const newOperatorMs = 24 * 60 * 60_000

/**
 * Checks whether an account has been an operator for a day and may therefore approve money that another operator
 * requested.
 */
export async function mayApproveMoney(tx: Tx, id: number, at: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('operator_since')
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (!row) return false
  const since = row.operator_since
  return since === null || since.getTime() <= at.getTime() - newOperatorMs
}

type Profile = {
  username?: string | null | undefined
  locale?: TranslatedLanguage | undefined
  time_zone?: string | undefined
  display_currency?: DisplayCurrency | null | undefined
  advertiser_name?: string | null | undefined
  /** Is merged into what is stored, so that two devices that change different checklists both succeed. */
  first_steps?: FirstStepChoices | undefined
  /** Replaces all details that are stored. */
  billing_details?: BillingDetails | null | undefined
}

/** Updates the profile. Undefined fields keep their values. */
export async function updateProfile(tx: Tx, id: number, profile: Profile): Promise<void> {
  const { first_steps, billing_details, ...values } = profile
  const changed: [string, unknown][] = Object.entries(values).filter(
    ([, value]) => value !== undefined
  )
  if (first_steps !== undefined)
    changed.push(['first_steps', sql`first_steps || ${JSON.stringify(first_steps)}::jsonb`])
  if (billing_details !== undefined) {
    const isEmpty = billing_details === null || !hasDetails(billing_details)
    changed.push(['billing_details', isEmpty ? null : JSON.stringify(billing_details)])
  }
  if (changed.length === 0) return
  await tx.updateTable('users').set(Object.fromEntries(changed)).where('id', '=', id).execute()
}

const hasDetails = ({ name, address, vat_number }: BillingDetails) =>
  name !== null || vat_number !== null || address.length > 0

export async function setUserEmail(tx: Tx, id: number, email: string, at: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email, email_confirmed_at: at })
    .where('id', '=', id)
    .execute()
}

/**
 * Returns the partner who referred each account, for accounts that are younger than the given number of months.
 * Accounts cannot be their own partner.
 */
export async function bringersOf(
  db: Database | Tx,
  ids: readonly number[],
  months: number,
  at: Date
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; partner: number }>`
    select id, partner_id as partner from users
    where id = any(${ids}::integer[]) and partner_id is not null and partner_id <> id
      and created_at + make_interval(months => ${months}) > ${at}
    limit ${ids.length}`.execute(db)
  return new Map(rows.map(row => [row.id, row.partner]))
}

/** Counts the accounts that a partner has referred, by the UTC day of their creation. Both days are included. */
export async function readSignUpDays(
  db: Database | Tx,
  partnerId: number,
  { from, to }: { from: string; to: string }
): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; count: bigint }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as count from users
    where partner_id = ${partnerId} and partner_id <> id
      and created_at >= ${from}::timestamp at time zone 'UTC'
      and created_at < (${to}::timestamp + interval '1 day') at time zone 'UTC'
    group by 1 limit 1000`.execute(db)
  return new Map(rows.map(row => [row.day, Number(row.count)]))
}

/** Deletes expired sessions and code requests. */
export async function deleteExpired(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute()
  await db.deleteFrom('access_code_requests').where('expires_at', '<', now).execute()
  await db.deleteFrom('confirmations').where('expires_at', '<', now).execute()
}

export async function hasAccounts(db: Database | Tx): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return found !== undefined
}

export async function hasConfirmedEmail(db: Database | Tx, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('email_confirmed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Counts the accounts that were created today, in the last 30 days including today, and in the 30 days before those, in
 * UTC.
 */
export async function countNewAccounts(
  db: Database | Tx,
  today: string
): Promise<{ today: number; month: number; before: number }> {
  const begin = sql`${today}::timestamp at time zone 'UTC'`
  const { rows } = await sql<{ today: number; month: number; before: number }>`
    select count(*) filter (where created_at >= ${begin})::integer as today,
      count(*) filter (where created_at >= ${begin} - interval '29 days')::integer as month,
      count(*) filter (where created_at < ${begin} - interval '29 days')::integer as before
    from users where created_at >= ${begin} - interval '59 days'
      and created_at < ${begin} + interval '1 day'`.execute(db)
  return rows[0] ?? { today: 0, month: 0, before: 0 }
}
