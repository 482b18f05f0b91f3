import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'

/** Answers the request and returns true, or leaves it alone and returns false. */
export type FastListener = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>

/**
 * Creates Node's own server in front of the app. The most frequent requests may be answered without the web-standard
 * request and response, which cost more than the answer itself. While `isStopping` is true, each response closes its
 * connection: a proxy that keeps using its connections would never let the server close.
 */
export function createListener(
  app: { fetch: Fetch },
  fast: FastListener | null,
  isStopping: () => boolean = () => false
): Server {
  // HAProxy's health check is HTTP/1.0, which has no `Host` header; this name appears only in the URL of such a
  // request.
  const listen = getRequestListener(app.fetch, { hostname: 'localhost' })
  return createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (incoming, outgoing) => {
    if (isStopping()) outgoing.shouldKeepAlive = false
    if (fast?.(incoming, outgoing)) return
    if (hasTwoHosts(incoming)) outgoing.writeHead(400, { Connection: 'close' }).end()
    else void listen(incoming, outgoing)
  })
}

/**
 * Whether a request has two `Host` headers. A proxy may have used the other one (RFC 9112, section 3.2), while Node
 * silently takes the first.
 */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  const isHost = (text: string, index: number) => index % 2 === 0 && text.toLowerCase() === 'host'
  return rawHeaders.filter(isHost).length > 1
}
