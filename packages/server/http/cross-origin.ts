import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import type { Hono } from 'hono'
import type { Config } from '../config.ts'
import { failureResponse } from './errors.ts'
import { failure } from './reply.ts'
import { routePaths } from './route-paths.ts'

/**
 * Lets pages of the operator's allowed origins make a call, without cookies; all other origins, and callers that name
 * none, are refused before anything is read.
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
    if (!isAllowed) return
    headers.set('Access-Control-Allow-Origin', origin)
    if (c.req.method !== 'OPTIONS') return
    headers.set('Access-Control-Allow-Methods', 'GET, POST, DELETE')
    headers.set('Access-Control-Allow-Headers', 'Authorization, Content-Type')
    headers.set('Access-Control-Max-Age', '600')
  })
}

/** Lets pages of every origin read what is the same for everybody, whatever headers they add to their requests. */
export function letAnyOriginIn(app: Hono, { path, method }: AnyEndpoint): void {
  if (method !== 'GET') throw new Error(`${path} is not only read`)
  const paths = routePaths(path)
  app.on(
    'OPTIONS',
    paths,
    () => new Response(null, { status: 204, headers: { ...anyOrigin, ...preflight } })
  )
  app.on('GET', paths, async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(anyOrigin)) c.res.headers.set(name, value)
  })
}

const anyOrigin = { 'Access-Control-Allow-Origin': '*' }
const preflight = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  // Pages that trace their requests add headers to all of them.
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400'
}
