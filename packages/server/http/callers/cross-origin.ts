import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import type { Hono } from 'hono'
import type { Config } from '../../config.ts'
import { failureResponse } from '../answers/errors.ts'
import { failure } from '../answers/reply.ts'
import { routePaths } from '../route-paths.ts'

/**
 * Lets pages of the operator's allowed origins make a call, without cookies. All other origins, and callers without an
 * origin, are refused before anything is read. Any page may read the refusal, which is always the same, so that a
 * widget there can say why it does not work.
 */
export function letOriginsIn(
  app: Hono,
  { path, errors }: AnyEndpoint,
  { allowedOrigins, publicUrl }: Pick<Config, 'allowedOrigins' | 'publicUrl'>
): void {
  if (!errors.includes('origin_not_allowed')) throw new Error(`${path} must declare its refusal`)
  app.use(path, async (c, next) => {
    const origin = c.req.header('origin') ?? ''
    const isAllowed = allowedOrigins.has(origin) || origin === publicUrl
    if (!isAllowed) c.res = failureResponse(failure('origin_not_allowed'))
    else if (c.req.method === 'OPTIONS') c.res = new Response(null, { status: 204 })
    else await next()
    const { headers } = c.res
    headers.append('Vary', 'Origin')
    if (origin !== '') headers.set('Access-Control-Allow-Origin', origin)
    if (!isAllowed) return
    if (c.req.method !== 'OPTIONS') return
    headers.set('Access-Control-Allow-Methods', 'GET, POST, DELETE')
    headers.set('Access-Control-Allow-Headers', 'Authorization, Content-Type')
    headers.set('Access-Control-Max-Age', '600')
  })
}

/**
 * Lets pages of every origin make a call, with any headers: a read that is the same for everyone, or a write that
 * belongs to no account. `*` without `Access-Control-Allow-Credentials` keeps browsers from sending cookies, and a body
 * that must be JSON makes them send a preflight request first.
 */
export function letAnyOriginIn(app: Hono, endpoint: AnyEndpoint): void {
  const { path, method, auth, type, idempotency, stepUp } = endpoint
  const isRead = method === 'GET'
  const isPlainWrite = method === 'POST' && type !== undefined && !idempotency && !stepUp
  if (auth !== 'public' || !(isRead || isPlainWrite))
    throw new Error(`${path} is not for pages of every origin`)
  const paths = routePaths(path)
  const methods = isRead ? 'GET, HEAD' : method
  app.on(
    'OPTIONS',
    paths,
    () =>
      new Response(null, {
        status: 204,
        headers: { ...anyOrigin, ...preflight, 'Access-Control-Allow-Methods': methods }
      })
  )
  app.on(method, paths, async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(anyOrigin)) c.res.headers.set(name, value)
  })
}

/** Whether a call ignores sessions, so that a page of another origin cannot use its visitor's session. */
export function hasNoSession({ method, anyOrigin, crossOrigin }: AnyEndpoint): boolean {
  return crossOrigin === true || (anyOrigin === true && method !== 'GET')
}

const anyOrigin = { 'Access-Control-Allow-Origin': '*' }
const preflight = {
  // Pages with request tracing add headers to all of their requests.
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400'
}
