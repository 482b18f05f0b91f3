import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { failureResponse, jsonType } from './errors.ts'
import type { Reply } from './reply.ts'

export const apiHeaders = { 'Content-Type': jsonType, 'Cache-Control': 'no-store' }

/** Returns the HTTP response for a handler's result. */
export function answer<Answer>(result: Reply<Answer>, endpoint: AnyEndpoint): Response {
  if (!result.ok) return failureResponse(result, endpoint)
  const hasBody = result.status !== 204 && result.status !== 304
  const body =
    result.stream ??
    result.download?.stream ??
    result.file?.bytes ??
    result.csv?.text ??
    (hasBody ? JSON.stringify(result.value) : null)
  const headers = new Headers(hasBody ? apiHeaders : { 'Cache-Control': 'no-store' })
  if (result.csv) {
    headers.set('Content-Type', 'text/csv; charset=utf-8')
    headers.set('Content-Disposition', disposition('attachment', result.csv.name))
  }
  if (result.file) {
    headers.set('Content-Type', result.file.contentType)
    // The file comes from a user, so it must never be able to act as one of Mille's pages.
    const way = result.file.isShown ? 'inline' : 'attachment'
    headers.set('Content-Disposition', disposition(way, result.file.name))
    headers.set('Content-Security-Policy', "default-src 'none'; sandbox")
    headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  }
  if (result.download) {
    headers.set('Content-Type', result.download.contentType)
    headers.set('Content-Disposition', disposition('attachment', result.download.name))
  }
  if (result.stream) {
    headers.set('Content-Type', 'text/event-stream')
    // A proxy that buffers the response would delay every event.
    headers.set('X-Accel-Buffering', 'no')
  }
  for (const [name, value] of Object.entries(result.headers ?? {})) headers.set(name, value)
  for (const cookie of result.cookies ?? []) headers.append('Set-Cookie', cookie)
  return new Response(body, { status: result.status, headers })
}

/** Formats a file name with any characters as in RFC 6266. */
function disposition(way: 'attachment' | 'inline', name: string): string {
  return `${way}; filename*=UTF-8''${encodeURIComponent(name)}`
}
