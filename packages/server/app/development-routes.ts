import { isIP } from 'node:net'
import type { Hono } from 'hono'
import type { Context } from '../context.ts'
import { jsonType } from '../http/answers/errors.ts'
import { parseJson, readBody } from '../http/requests/body.ts'
import { isLoopback } from '../loopback.ts'
import { readOutbox } from '../mail/outbox.ts'
import { faucetRoutes } from './faucet-routes.ts'
import { outboxPage } from './outbox-page.ts'

/** Routes for trying out a network in development: sent emails, free coins, and a clock that can be advanced. */
export function developmentRoutes(app: Hono, context: Context): void {
  app.use('/dev/*', async (c, next) =>
    isOwnHost(new URL(c.req.url), context.config.publicUrl) ? next() : c.notFound()
  )
  outboxRoutes(app, context)
  faucetRoutes(app, context)
  clockRoute(app, context)
}

/**
 * Checks that the request's host belongs to this server. Another site can point its own name at this machine (DNS
 * rebinding), and its pages could then read every code.
 */
function isOwnHost({ host, hostname }: URL, publicUrl: string): boolean {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isAddress || isLoopback(hostname) || host === new URL(publicUrl).host
}

function outboxRoutes(app: Hono, context: Context): void {
  app.get('/dev/outbox.json', async c =>
    c.json(await readOutbox(context), 200, { 'Content-Type': jsonType })
  )
  app.get('/dev/outbox', async c =>
    c.html(outboxPage(await readOutbox(context)), 200, {
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    })
  )
}

/**
 * Serves the clock: `{"seconds": 86400}` advances this process by a day, so that deadlines and payments over days can
 * be tried in a minute.
 */
function clockRoute(app: Hono, context: Context): void {
  const { advanceClock } = context
  if (!advanceClock) return
  app.post('/dev/clock', async c => {
    // A form on another site cannot send this content type without a preflight request, which is not answered.
    if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
      return c.json({ error: 'Send the body with Content-Type: application/json' }, 415)
    const body = await readBody(c.req.raw, 1_000)
    const json = body.ok ? parseJson(body.value) : body
    const seconds = json.ok ? (json.value as { seconds?: unknown } | null)?.seconds : null
    if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= 400 * 86_400))
      return c.json({ error: 'seconds must be from 0 to 400 days' }, 422)
    advanceClock(Math.round(seconds * 1000))
    for (const job of ['settle', 'watch_proofs', 'order_deadlines', 'pay_matured'])
      await context.pool.query('select graphile_worker.add_job($1)', [job])
    return c.json({ now: context.now().toISOString() })
  })
}
