import type { TranslatedLanguage } from '@mille/api/reference-data/languages.ts'
import { type RawBuilder, sql } from 'kysely'
import { readBrand } from '../brand/queries.ts'
import type { Context, Mail } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { languageOf, textsIn } from '../languages/texts.ts'
import { isRefused, isSurelyUnsent } from './mailer.ts'
import { type Attempt, type Outgoing, sendOnce } from './send-once.ts'
import { createUnsubscribeToken } from './unsubscribe-token.ts'

export const mailQueue: Outgoing = {
  table: 'mails',
  lockNumber: 7_230_100,
  task: 'send_mail',
  words: ['subject'],
  key: 'mail'
}

export type NewMail = {
  recipient: string
  /** Language of subject and text, and of the texts that are added to them. */
  language: TranslatedLanguage
  subject: string
  text: string
  at: Date
  /**
   * The notification that the email is about: the path of its page, its account, and its kind, from which the recipient
   * can unsubscribe.
   */
  notification?: { path: string; userId: number; kind: string }
}

/**
 * Writes an email and the job that sends it in the caller's transaction, so that there is never an event without its
 * email, or an email without its event.
 */
export async function enqueueMail(tx: Tx, mail: NewMail): Promise<void> {
  const { id } = await tx
    .insertInto('mails')
    .values({
      recipient: mail.recipient,
      language: mail.language,
      subject: mail.subject,
      text: mail.text,
      path: mail.notification?.path ?? null,
      user_id: mail.notification?.userId ?? null,
      kind: mail.notification?.kind ?? null,
      created_at: mail.at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`select graphile_worker.add_job('send_mail', json_build_object('id', ${id}::int), job_key := ${`mail ${id}`})`.execute(
    tx
  )
}

/**
 * Returns SQL that writes many emails at once, as a part of a larger statement. `rows` selects recipient, language,
 * subject, text, path, account, kind of notification and time. The emails' jobs are planned later by `planLost`.
 */
export function insertMails(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into mails (recipient, language, subject, text, path, user_id, kind, created_at) ${rows}`
}

/** Returns the text at the end of an email about some kind of notification, or null if there is none. */
type ReadClosing = (kind: string | null, language: TranslatedLanguage) => Promise<string | null>
const noClosing: ReadClosing = async () => null

/**
 * Runs the job that sends an email. An email that was already sent is not sent again. Its text, which may contain a
 * code, is deleted after sending, unless the development outbox shows it.
 */
export async function sendMail(
  context: Context,
  id: number,
  readClosing: ReadClosing = noClosing
): Promise<void> {
  await sendOnce(context, mailQueue, id, {
    read: () => composeMail(context, id, readClosing),
    async send(composed, isRepeated) {
      const mail = isRepeated ? asRepeated(composed) : composed
      try {
        await context.mailer.send(mail)
        return { ok: true, keeps: isOutbox(context) ? mail.text : null }
      } catch (error) {
        return readFailure(context, id, error)
      }
    }
  })
}

async function composeMail(context: Context, id: number, readClosing: ReadClosing): Promise<Mail> {
  const { config, db } = context
  const row = await db
    .selectFrom('mails')
    .select(['id', 'recipient', 'language', 'subject', 'text', 'path', 'user_id', 'kind'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { recipient, subject } = row
  const language = languageOf(row.language)
  const unsubscribeUrl =
    row.user_id !== null && row.kind !== null
      ? `${config.publicUrl}/unsubscribe?token=${createUnsubscribeToken(config.secret, row.user_id, row.kind)}`
      : null
  const parts = [row.text]
  if (row.path !== null) parts.push(`${config.publicUrl}${row.path}`)
  const closing = await readClosing(row.kind, language)
  if (closing !== null) parts.push(closing)
  if (unsubscribeUrl !== null)
    parts.push(textsIn(language).frame.unsubscribe({ link: unsubscribeUrl }))
  const text = parts.join('\n\n')
  const brand = await readBrand(db)
  return { id, recipient, language, subject, text, brand, unsubscribeUrl, isRepeated: false }
}

function asRepeated(mail: Mail): Mail {
  const text = `${mail.text}\n\n${textsIn(mail.language).frame.repeatedMail}`
  return { ...mail, text, isRepeated: true }
}

function readFailure({ log }: Context, id: number, error: unknown): Attempt {
  if (!isSurelyUnsent(error)) throw error
  const isInVain = isRefused(error)
  // The mail server's reply may repeat the address, so only its code is logged.
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  log.warn({ mail: id, responseCode, code, isInVain }, 'an email was refused')
  return { ok: false, isInVain }
}

/** Whether sent emails are kept for the outbox, which shows them exactly as they were sent in development. */
function isOutbox({ config }: Context): boolean {
  return config.mailUrl === null && config.mode !== 'production'
}

export type OutboxMail = {
  to: string
  subject: string
  text: string
  links: string[]
  codes: string[]
  sent_at: string
}

/** Reads the development outbox: the last emails that were sent, newest first. */
export async function readOutbox(context: Context): Promise<OutboxMail[]> {
  const mails = await context.db
    .selectFrom('mails')
    .select(['recipient', 'subject', 'text', 'sent_at'])
    .where('sent_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return mails.map(mail => ({
    to: mail.recipient,
    subject: mail.subject,
    text: mail.text,
    links: mail.text.match(/https?:\/\/[^\s)>]+/g) ?? [],
    codes:
      mail.text.match(/\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/g) ??
      [],
    sent_at: mail.sent_at?.toISOString() ?? ''
  }))
}

/** Deletes the emails of an account, whether sent or not, and those to its address. */
export async function forgetMails(tx: Tx, userId: number, email: string | null): Promise<void> {
  await tx.deleteFrom('mails').where('user_id', '=', userId).execute()
  if (email !== null) await tx.deleteFrom('mails').where('recipient', '=', email).execute()
}

export type MailQueue = {
  waiting: bigint
  /** When the oldest waiting email was written; null when none is waiting. */
  oldest: Date | null
  /** Number of emails that were given up since the requested moment. */
  lost: bigint
}

export async function readMailQueue(db: Database, since: Date): Promise<MailQueue> {
  const { rows } = await sql<MailQueue>`
    select count(*) filter (where sent_at is null and given_up_at is null) as waiting,
      min(created_at) filter (where sent_at is null and given_up_at is null) as oldest,
      count(*) filter (where given_up_at > ${since}) as lost
    from mails where sent_at is null`.execute(db)
  return rows[0] ?? { waiting: 0n, oldest: null, lost: 0n }
}
