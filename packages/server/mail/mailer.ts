import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Mailer } from '../context.ts'
import { isLoopback } from '../loopback.ts'
import { htmlOf } from './html.ts'

const longestWaitMs = 30_000

/** SMTP when configured. In development mail stays in the table that /dev/outbox shows. */
export function createMailer(config: Pick<Config, 'mailUrl' | 'mailFrom'>): Mailer {
  if (config.mailUrl === null) return { send: async () => {}, close: () => {} }
  const transport = createTransport({
    url: config.mailUrl,
    requireTLS: needsTls(new URL(config.mailUrl)),
    connectionTimeout: longestWaitMs,
    greetingTimeout: longestWaitMs,
    socketTimeout: longestWaitMs
  })
  return {
    async send(mail) {
      await transport.sendMail({
        from: config.mailFrom,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.text,
        html: htmlOf(mail.subject, mail.text, mail.language),
        // The same mail sent again after a crash has the same id, so that mail programs can fold the copies.
        messageId: `<${mail.id}.mail@${new URL(config.mailUrl ?? '').hostname}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'Content-Language': mail.language,
          ...(mail.isRepeated ? { 'X-Mille-Repeated': 'yes' } : {}),
          ...(mail.unsubscribeUrl === null
            ? {}
            : {
                'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click'
              })
        }
      })
    },
    close: () => transport.close()
  }
}

/**
 * Mail has codes in it, and the connection begins with a password: neither leaves the machine readable, unless the
 * operator says that the way is safe. Without this a mail server that offers no encryption would get both in clear.
 */
function needsTls({ hostname, searchParams }: URL): boolean {
  return !isLoopback(hostname) && searchParams.get('requireTLS') !== 'false'
}

/**
 * Whether the mail server has surely not taken it: it said so, or was never reached. Where the connection broke after
 * the mail was handed over, it may have.
 */
export function isSurelyUnsent(error: unknown): boolean {
  const { responseCode, command, code } = error as {
    responseCode?: number
    command?: string
    code?: string
  }
  return responseCode !== undefined || command === 'CONN' || code === 'EDNS' || code === 'EENVELOPE'
}

/** Refused for good, such as an address that does not exist. */
export function isRefused(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return (
    (responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH') ||
    (code === 'EENVELOPE' && responseCode === undefined)
  )
}
