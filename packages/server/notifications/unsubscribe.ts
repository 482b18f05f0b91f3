import { type NotificationKind, notificationKinds } from '@mille/api/constants.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { readUnsubscribeToken } from '../mail/unsubscribe-token.ts'
import { saveChoice } from './queries.ts'

/** Ends the emails of one report; false where the kind names no report. */
export type EndReportMail = (db: Database, userId: number, kind: string) => Promise<boolean>

/**
 * Ends emails of one kind, or of one report, by the token in such an email; returns the kind, or null for a token that
 * is not ours.
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
