import { type NotificationKind, notificationKinds } from '@mille/api/constants.ts'
import type { Context } from '../context.ts'
import { readUnsubscribeToken } from '../mail/unsubscribe-token.ts'
import { saveChoice } from './queries.ts'

/** Ends mail of one kind by the token under such a mail; gives the kind, or null for a token that is not ours. */
export async function endMail(
  { config, db }: Context,
  token: string
): Promise<NotificationKind | null> {
  const read = readUnsubscribeToken(config.secret, token)
  const kind = notificationKinds.find(it => it === read?.kind)
  if (!read || !kind) return null
  await saveChoice(db, read.userId, { kind, channel: 'mail', is_on: false })
  return kind
}
