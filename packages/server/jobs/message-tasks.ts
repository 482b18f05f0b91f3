import type { TaskList } from 'graphile-worker'
import { mailActs } from '../admin/index.ts'
import { announce } from '../announcements/index.ts'
import type { Context } from '../context.ts'
import { mailQueue, sendMail } from '../mail/outbox.ts'
import { planLost } from '../mail/send-once.ts'
import { sendTelegram, telegramQueue } from '../notifications/index.ts'
import { checkpointNote } from '../public-log/index.ts'
import { mailDueReports } from '../statistics/index.ts'
import { mailChatAnswer } from '../support/index.ts'

export const messageCrontab = [
  '* * * * * send_lost ?queue=send_lost&jobKey=send_lost',
  '*/5 * * * * mail_reports ?queue=mail_reports&jobKey=mail_reports'
].join('\n')

/** Tasks that people are waiting for: a code to sign in must not wait for a settlement. */
export function messageTasks(context: Context): TaskList {
  return {
    async send_mail(payload) {
      const { id } = payload as { id: number }
      await sendMail(context, id, (kind, language) => checkpointNote(context, kind, language))
    },
    async announce(payload) {
      await announce(context, (payload as { id: number }).id)
    },
    async send_lost() {
      await planLost(context.db, mailQueue, context.now())
      if (context.config.telegram) await planLost(context.db, telegramQueue, context.now())
    },
    async send_telegram(payload) {
      await sendTelegram(context, (payload as { id: number }).id)
    },
    async mail_chat_answer(payload) {
      await mailChatAnswer(context, (payload as { user_id: number }).user_id)
    },
    async mail_reports() {
      await mailDueReports(context)
    },
    async mail_acts(payload) {
      await mailActs(context, (payload as { user_id: number | null }).user_id)
    }
  }
}
