import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context as Call, Hono } from 'hono'
import type { Context } from '../context.ts'
import type { DeliveryFigures } from '../delivery/index.ts'
import { keptFor } from '../http/answers/kept-for.ts'
import { remoteAddress } from '../http/callers/client-address.ts'
import { createMetrics, type Metrics } from './metrics.ts'

export type Health = Pick<Metrics, 'observe'>

export type Readiness = {
  /** Whether the process has started and is not stopping. */
  isReady: () => boolean
  /** For a process that serves ads: whether it can. It continues for ten minutes without a database. */
  servesAds?: (() => boolean) | null
  /** For a process that serves ads: what it has answered, and what it waits for. */
  figures?: (() => DeliveryFigures) | null
}

/** The query that checks whether the database responds. */
const ping = { text: 'select 1', query_timeout: 2000 }
/** Minimum interval between two database checks in milliseconds, however many requests arrive. */
const pingEveryMs = 1000

/**
 * Adds `/healthz` (the process responds), `/readyz` (the process can do its work), and `/metrics` (Prometheus text, for
 * callers with the token of the metrics; without such a token, for this machine only).
 */
export function healthRoutes(
  app: Hono,
  context: Context,
  { isReady, servesAds, figures }: Readiness
): Health {
  const askDatabase = keptFor(pingEveryMs, () =>
    context.pool.query(ping).then(
      () => true,
      () => false
    )
  )
  const isDatabaseThere = () => askDatabase(new Date())
  const metrics = createMetrics(context, { isDatabaseThere, figures })
  const mayRead = createReaders(context.config.metricsToken)

  app.get('/healthz', c => c.text('ok\n'))
  app.get('/readyz', async c => {
    if (!isReady()) return c.text('starting or stopping\n', 503)
    if (servesAds) return servesAds() ? c.text('ready\n') : c.text('no ads to choose from\n', 503)
    if (await isDatabaseThere()) return c.text('ready\n')
    return c.text('the database does not respond\n', 503)
  })
  app.get('/metrics', async c => {
    const headers = { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }
    if (mayRead(c)) return c.text(await metrics.write(), 200, headers)
    if (context.config.metricsToken === null) return c.notFound()
    return c.text('The token of METRICS_TOKEN is missing or wrong.\n', 401, {
      'WWW-Authenticate': 'Bearer'
    })
  })
  return { observe: metrics.observe }
}

/**
 * Returns a function that checks whether a caller may read the metrics. With a token, every caller needs it: behind a
 * reverse proxy on the same machine, visitors look like this machine.
 */
function createReaders(token: string | null): (c: Call) => boolean {
  if (token === null)
    return c =>
      c.req.header('x-forwarded-for') === undefined &&
      /^(127\.|::1$|::ffff:127\.)/.test(remoteAddress(c) ?? '')
  const expected = digest(`Bearer ${token}`)
  return c => timingSafeEqual(digest(c.req.header('authorization') ?? ''), expected)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
