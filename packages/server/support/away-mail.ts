import { sql } from 'kysely'
import { findUser } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
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

/** The job: one mail for each absence, and none to who is here, has read it all or has no address. */
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
    await enqueueMail(tx, {
      recipient: user.email,
      subject:
        count === 1
          ? 'You have a new reply from support'
          : `You have ${count} new replies from support`,
      text: mailText(answers, count, context.config.publicUrl),
      at: now
    })
  })
}

type Answer = { text: string; has_picture: boolean }

function mailText(answers: readonly Answer[], count: number, publicUrl: string): string {
  const more = count - answers.length
  return [
    'Support replied while you were away:',
    ...answers.map(quote),
    ...(more > 0 ? [`  … and ${more} earlier ones.`] : []),
    `Read and reply here: ${publicUrl}/#live-chat`,
    'You receive only one email like this until you come back.'
  ].join('\n\n')
}

/** A picture is not sent along: it is for who is signed in. */
function quote({ text, has_picture }: Answer): string {
  const picture = has_picture ? '[A picture]' : ''
  return [text, picture]
    .filter(part => part !== '')
    .join('\n')
    .replaceAll(/^/gm, '  ')
}
