import type { Hono } from 'hono'
import type { Context } from '../context.ts'
import { readLogoFile } from './logo-queries.ts'

/** Logos of offers, named by their content: they never change. Partners' pages show them too. */
export function serveLogos(app: Hono, context: Context): void {
  app.get('/media/logos/:hash', async c => {
    const hash = c.req.param('hash')
    const file = /^[0-9a-f]{64}$/.test(hash) ? await readLogoFile(context.db, hash) : undefined
    if (!file) return c.body(null, 404, { 'Cache-Control': 'no-store' })
    return c.body(new Uint8Array(file.bytes), 200, {
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Type': file.content_type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox"
    })
  })
}
