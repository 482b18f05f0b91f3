import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type ReceivedMail = {
  recipient: string
  /** Mail headers by lower-case name, unfolded. */
  headers: ReadonlyMap<string, string>
  text: string
  html: string
}

export type MailServer = {
  url: string
  mails: ReceivedMail[]
  close: () => Promise<void>
}

/** Starts a real mail server on a free port that keeps the mail it receives. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const recipient = session.envelope.rcptTo[0]?.address ?? ''
        mails.push(readMail(recipient, Buffer.concat(chunks).toString('utf8')))
        done()
      })
    },
    ...options
  })
  // Errors of a sender that is killed in mid-message are ignored.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise<void>(done => server.close(() => done()))
  }
}

function readMail(recipient: string, raw: string): ReceivedMail {
  const [head, body] = split(raw)
  const headers = readHeaders(head)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? ''
  const parts = body.split(`--${boundary}`).map(part => split(part.replace(/^\r\n/, '')))
  const partOf = (type: string) => {
    const found = parts.find(([partHead]) =>
      readHeaders(partHead).get('content-type')?.startsWith(type)
    )
    return found ? decode(readHeaders(found[0]), found[1]) : ''
  }
  return { recipient, headers, text: partOf('text/plain'), html: partOf('text/html') }
}

function split(text: string): [head: string, body: string] {
  const at = text.indexOf('\r\n\r\n')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 4)]
}

function readHeaders(head: string): Map<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(
    lines.map(line => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    })
  )
}

function decode(headers: Map<string, string>, body: string): string {
  const encoding = headers.get('content-transfer-encoding') ?? '7bit'
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? Buffer.from(
            body
              .replace(/=\r\n/g, '')
              .replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16))
              ),
            'latin1'
          )
        : Buffer.from(body)
  return bytes.toString('utf8').replaceAll('\r\n', '\n').trim()
}
