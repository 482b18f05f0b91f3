import { sql } from 'kysely'
import { findUser } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { languageOf, textsIn } from '../languages/texts.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { isOnline } from './chat-presence.ts'
import { countUnreadByUser, lockConversation, setAwayMailed } from './conversation-queries.ts'
import { unreadAnswers } from './message-queries.ts'

/**
 * Delay in milliseconds before an answer is emailed: long enough to answer in several messages, and to reload the page.
 */
const waitMs = 120_000
const quotedAnswers = 5

/**
 * Schedules, within the answer's transaction, a job that checks whether the answer was read. Later answers share the
 * first job.
 */
export async function planAwayMail(tx: Tx, userId: number, at: Date): Promise<void> {
  const runAt = new Date(at.getTime() + waitMs)
  await sql`select graphile_worker.add_job('mail_chat_answer', json_build_object('user_id', ${userId}::int),
    run_at := ${runAt}::timestamptz, job_key := ${`chat ${userId}`}, job_key_mode := 'preserve_run_at')`.execute(
    tx
  )
}

/**
 * Job: sends one email per absence, and none to users who are online, have read everything or have no email address.
 */
export async function mailChatAnswer(context: Context, userId: number): Promise<void> {
  const now = context.now()
  await context.db.transaction().execute(async tx => {
    const conversation = await lockConversation(tx, userId)
    if (!conversation || conversation.away_mailed_at !== null) return
    if (await isOnline(tx, 'user', userId, now)) return
    const count = await countUnreadByUser(tx, userId)
    const user = await findUser(tx, userId)
    if (count === 0 || !user || user.email === null) return
    await setAwayMailed(tx, userId, now)
    const answers = await unreadAnswers(tx, userId, quotedAnswers)
    const language = languageOf(user.locale)
    const { mails } = textsIn(language)
    const letter = mails.supportReply({
      count,
      earlier: count - answers.length,
      replies: answers.map(it => quote(it, mails.picture)).join('\n\n'),
      page: `${context.config.publicUrl}/#live-chat`
    })
    await enqueueMail(tx, { recipient: user.email, language, ...letter, at: now })
  })
}

type Answer = { text: string; has_picture: boolean }

/** Quotes an answer in the email. Its picture is not attached, because only signed-in users may see pictures. */
function quote({ text, has_picture }: Answer, picture: string): string {
  return [text, has_picture ? picture : '']
    .filter(part => part !== '')
    .join('\n')
    .replaceAll(/^/gm, '  ')
}
