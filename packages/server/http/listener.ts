import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'

/** Answers and gives true, or leaves the request alone. */
export type FastListener = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>

/**
 * Node's own server before the app. What is asked ten times as often as everything else together may be answered
 * without the web-standard request and response, which cost more than the answer. While it `isStopping`, each answer ends
 * its connection: a proxy that keeps connections and goes on using them would never let the server close.
 */
export function createListener(
  app: { fetch: Fetch },
  fast: FastListener | null,
  isStopping: () => boolean = () => false
): Server {
  // HAProxy's health check is HTTP/1.0, which has no Host; this name appears only in the URL of such a request.
  const listen = getRequestListener(app.fetch, { hostname: 'localhost' })
  return createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (incoming, outgoing) => {
    if (isStopping()) outgoing.shouldKeepAlive = false
    if (fast?.(incoming, outgoing)) return
    if (hasTwoHosts(incoming)) outgoing.writeHead(400, { Connection: 'close' }).end()
    else void listen(incoming, outgoing)
  })
}

/** A proxy may have gone by the other one (RFC 9112, section 3.2). Node takes the first and says nothing. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  const isHost = (text: string, index: number) => index % 2 === 0 && text.toLowerCase() === 'host'
  return rawHeaders.filter(isHost).length > 1
}
