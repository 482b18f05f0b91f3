import type { Hono } from 'hono'
import { failureResponse } from './errors.ts'
import { failure } from './reply.ts'

/** `TRACE` returns the whole request, including cookies; WebDAV and other methods are not used here. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Sets the security headers that every response of the app has, whichever part sends it. Must be registered before all
 * routes.
 */
export function protectAnswers(app: Hono, { publicUrl }: { publicUrl: string }): void {
  const isSecure = publicUrl.startsWith('https:')
  app.use(async (c, next) => {
    if (methods.has(c.req.method)) await next()
    else c.res = failureResponse(failure('method_not_allowed'))
    const { headers } = c.res
    headers.set('X-Content-Type-Options', 'nosniff')
    if (isSecure) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
    keepOutOfFrames(c.req.path, headers)
  })
}

export const noFrame = "frame-ancestors 'none'"

/**
 * Forbids other pages to show a response in a frame, except the ad frame that is made for it. No other directive covers
 * this one.
 */
function keepOutOfFrames(path: string, headers: Headers): void {
  if (path.startsWith('/serve/frame/')) return
  const policy = headers.get('Content-Security-Policy')
  if (policy?.includes('frame-ancestors')) return
  const whole = policy === null ? noFrame : `${policy}; ${noFrame}`
  headers.set('Content-Security-Policy', whole)
}
