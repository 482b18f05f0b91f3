import type { FastListener } from '../../http/listener.ts'
import {
  createHeaderWriter,
  type ListenerConfig,
  type Observe,
  readLength,
  readSender
} from './raw-request.ts'
import { longestReport, type Sender } from './seen.ts'

export type ReportReply = {
  status: number
  headers: Record<string, string>
  /** A receipt in ASCII, or null. */
  body: string | null
}
/** Takes a report and answers once, when the event is in the log. Never throws. */
export type TakeReport = (
  text: string,
  sender: Sender,
  answer: (reply: ReportReply) => void
) => void

/**
 * Answers `POST /serve/view` like the app's route, with the same function. A report that declares no length, or more
 * than any valid report has, is left to the app, which limits what it reads.
 */
export function createViewListener(
  config: ListenerConfig,
  take: TakeReport,
  observe: Observe = () => {}
): FastListener {
  const flatten = createHeaderWriter(config)

  return (incoming, outgoing) => {
    if (incoming.method !== 'POST' || incoming.url !== '/serve/view') return false
    const length = readLength(incoming)
    if (length === null || length > longestReport) return false
    const started = performance.now()
    const sender = readSender(incoming, config.trustedProxies)
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A report whose connection breaks off needs no answer.
    incoming.on('end', () => {
      const [only] = chunks
      const report = only && chunks.length === 1 ? only : Buffer.concat(chunks)
      take(report.toString(), sender, ({ status, headers, body }) => {
        if (body === null) outgoing.writeHead(status, flatten(headers)).end()
        else {
          const length = ['Content-Length', String(body.length)]
          outgoing.writeHead(status, [...flatten(headers), ...length]).end(body, 'latin1')
        }
        observe('POST', status, (performance.now() - started) / 1000)
      })
    })
    return true
  }
}
