import { readConfig } from '@mille/server/config.ts'
import { createLog, systemClock } from '@mille/server/context.ts'
import { connect } from '@mille/server/db/connect.ts'
import { createMailer } from '@mille/server/mail/mailer.ts'
import { sendMail } from '@mille/server/mail/outbox.ts'

/**
 * Sends the waiting emails, as the job does, until none is left or it is killed. Started as `node mail-worker.ts
 * <connection as JSON>` with the server's environment.
 */
const connection = JSON.parse(process.argv[2] ?? '')
const { db, pool, close } = await connect(connection, 12)
const config = readConfig(process.env)
const mailer = createMailer(config)
const context = {
  config,
  db,
  pool,
  connection,
  mailer,
  log: createLog(config),
  now: systemClock,
  randomBytes: () => Buffer.alloc(0)
}
const waiting = await db
  .selectFrom('mails')
  .select('id')
  .where('sent_at', 'is', null)
  .where('given_up_at', 'is', null)
  .orderBy('id')
  .limit(10_000)
  .execute()
const ids = waiting.map(mail => mail.id)
await Promise.all(
  Array.from({ length: 4 }, async () => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) await sendMail(context, id)
  })
)
mailer.close()
await close()
