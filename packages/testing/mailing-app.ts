import { createMailer } from '@mille/server/mail/mailer.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** Opens an app that sends its emails to a mail server started for the test. */
export async function openMailingApp(): Promise<{
  app: TestApp
  server: MailServer
  close: () => Promise<void>
}> {
  const server = await startMailServer()
  const app = await createTestApp({ mailUrl: server.url, mailFrom: 'Mille <ads@mille.example>' })
  app.context.mailer = createMailer(app.context.config)
  return {
    app,
    server,
    async close() {
      app.context.mailer.close()
      await app.close()
      await server.close()
    }
  }
}
