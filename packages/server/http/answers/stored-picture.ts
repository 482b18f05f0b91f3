import type { Context as HonoContext } from 'hono'
import { yearlong } from './files.ts'

type StoredPicture = { bytes: Buffer; content_type: string }

/**
 * Answers with a picture from the database, which pages of any origin may show, or with 404 if there is none. It may be
 * kept for a year unless `caching` says otherwise.
 */
export function answerPicture(
  c: HonoContext,
  picture: StoredPicture | undefined,
  caching = yearlong
): Response {
  if (!picture) return c.body(null, 404, { 'Cache-Control': 'no-store' })
  return c.body(new Uint8Array(picture.bytes), 200, {
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Type': picture.content_type,
    'Cache-Control': caching,
    'Content-Security-Policy': "default-src 'none'; sandbox"
  })
}
