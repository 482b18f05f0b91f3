import { sql } from 'kysely'
import { findUser } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { languageOf, textsIn } from '../languages/texts.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { isOnline } from './chat-presence.ts'
import { countUnreadByUser, lockConversation, setAwayMailed } from './conversation-queries.ts'
import { unreadAnswers } from './message-queries.ts'

/** Long enough to answer in several messages, and for who only reloads the page to be back. */
const waitMs = 120_000
const quotedAnswers = 5

/** With an answer's transaction: a job that will look whether it was read. Answers meanwhile go with the first. */
export async function planAwayMail(tx: Tx, userId: number, at: Date): Promise<void> {
  const runAt = new Date(at.getTime() + waitMs)
  await sql`select graphile_worker.add_job('mail_chat_answer', json_build_object('user_id', ${userId}::int),
    run_at := ${runAt}::timestamptz, job_key := ${`chat ${userId}`}, job_key_mode := 'preserve_run_at')`.execute(
    tx
  )
}

/** The job: one email for each absence, and none to people who are here, have read it all or have no address. */
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

/** A picture is not sent along: it is only for people who are signed in. */
function quote({ text, has_picture }: Answer, picture: string): string {
  return [text, has_picture ? picture : '']
    .filter(part => part !== '')
    .join('\n')
    .replaceAll(/^/gm, '  ')
}
