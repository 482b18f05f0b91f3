import type { FastListener } from '../../http/listener.ts'
import type { Place } from '../choosing/room.ts'
import { createHeaderWriter, type ListenerConfig, type Observe, readSender } from './raw-request.ts'
import type { Sender } from './seen.ts'

export type UnitReply = { status: number; body: string; headers: Record<string, string> }
export type AskedUnit = { unit: string; place: Place; sender: Sender }
export type AskUnit = (asked: AskedUnit) => UnitReply

const path = '/serve/units/'
/** URLs in the form that Mille's own element requests. URLs in any other form are left to the app's router. */
const plain =
  /^\/serve\/units\/([\w-]+)(?:\?width=(\d{1,5})(?:&height=(\d{1,5})&screen=(\d{1,5}))?)?$/

/** Answers `GET /serve/units/12?width=300&height=250&screen=800` like the app's route, with the same function. */
export function createUnitListener(
  config: ListenerConfig,
  ask: AskUnit,
  observe: Observe = () => {}
): FastListener {
  const flatten = createHeaderWriter(config)

  return (incoming, outgoing) => {
    const url = incoming.url ?? ''
    if (incoming.method !== 'GET' || !url.startsWith(path)) return false
    const asked = plain.exec(url)
    if (!asked) return false
    const started = performance.now()
    const { status, body, headers } = ask({
      unit: asked[1] ?? '',
      place: {
        width: Number(asked[2] ?? 0),
        height: Number(asked[3] ?? 0),
        screen: Number(asked[4] ?? 0)
      },
      sender: readSender(incoming, config.trustedProxies)
    })
    const length = Buffer.byteLength(body)
    outgoing.writeHead(status, [...flatten(headers), 'Content-Length', String(length)])
    // Most bodies are ASCII, which is the same in both encodings, and Node writes `latin1` faster.
    outgoing.end(body, length === body.length ? 'latin1' : 'utf8')
    observe('GET', status, (performance.now() - started) / 1000)
    return true
  }
}
