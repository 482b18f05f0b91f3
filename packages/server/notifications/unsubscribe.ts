import { type NotificationKind, notificationKinds } from '@mille/api/notifications/kinds.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { readUnsubscribeToken } from '../mail/unsubscribe-token.ts'
import { saveChoice } from './queries.ts'

/** Stops the emails of one report; returns false when the kind names no report. */
export type EndReportMail = (db: Database, userId: number, kind: string) => Promise<boolean>

/**
 * Stops emails of one kind, or of one report, by the token in such an email. Returns the kind, or null for an invalid
 * token.
 */
export async function endMail(
  { config, db }: Context,
  token: string,
  endReportMail: EndReportMail
): Promise<NotificationKind | 'report_mail' | null> {
  const read = readUnsubscribeToken(config.secret, token)
  if (!read) return null
  if (await endReportMail(db, read.userId, read.kind)) return 'report_mail'
  const kind = notificationKinds.find(it => it === read.kind)
  if (!kind) return null
  await saveChoice(db, read.userId, { kind, channel: 'mail', is_on: false })
  return kind
}
