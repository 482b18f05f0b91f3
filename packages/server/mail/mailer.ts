import { createTransport } from 'nodemailer'
import { programName } from '../brand/queries.ts'
import type { Config } from '../config.ts'
import type { Brand, Mailer } from '../context.ts'
import { isLoopback } from '../loopback.ts'
import { htmlOf } from './html.ts'

const longestWaitMs = 30_000

/**
 * Creates a mailer that uses SMTP if it is configured. In development, emails stay in the table that `/dev/outbox`
 * shows.
 */
export function createMailer(config: Pick<Config, 'mailUrl' | 'mailFrom' | 'publicUrl'>): Mailer {
  if (config.mailUrl === null) return { send: async () => {}, close: () => {} }
  const transport = connectTo(config.mailUrl, longestWaitMs)
  return {
    async send(mail) {
      await transport.sendMail({
        from: senderOf(config.mailFrom, mail.brand),
        ...(mail.brand.supportAddress === null ? {} : { replyTo: mail.brand.supportAddress }),
        to: mail.recipient,
        subject: mail.subject,
        text: mail.text,
        html: htmlOf(mail, config.publicUrl),
        // An email that is sent again after a crash keeps its id, so that mail clients can merge the copies.
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

/** Returns the sender with the network's name. Until an operator names the network, the sender is as configured. */
function senderOf(mailFrom: string, { name }: Brand): string | { name: string; address: string } {
  if (name === programName) return mailFrom
  return { name, address: /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom }
}

/** Connects to the mail server as for sending, signs in, and sends nothing. Throws what nodemailer throws. */
export async function tryMailServer(mailUrl: string, waitMs: number): Promise<void> {
  const transport = connectTo(mailUrl, waitMs)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function connectTo(mailUrl: string, waitMs: number) {
  return createTransport({
    url: mailUrl,
    requireTLS: needsTls(new URL(mailUrl)),
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs
  })
}

/**
 * Whether the connection must be encrypted. Emails contain codes, and the connection begins with a password: neither
 * leaves the machine unencrypted, unless the operator declares the connection safe. Otherwise a mail server that offers
 * no encryption would receive both in plain text.
 */
function needsTls({ hostname, searchParams }: URL): boolean {
  return !isLoopback(hostname) && searchParams.get('requireTLS') !== 'false'
}

/**
 * Whether the mail server has certainly not accepted the email: it said so, or was never reached. If the connection
 * broke after the email was handed over, it may have been accepted.
 */
export function isSurelyUnsent(error: unknown): boolean {
  const { responseCode, command, code } = error as {
    responseCode?: number
    command?: string
    code?: string
  }
  return responseCode !== undefined || command === 'CONN' || code === 'EDNS' || code === 'EENVELOPE'
}

/** Whether the email was refused permanently, for example because the address does not exist. */
export function isRefused(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return (
    (responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH') ||
    (code === 'EENVELOPE' && responseCode === undefined)
  )
}
