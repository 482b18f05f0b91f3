import { relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'

export const yearlong = 'public, max-age=31536000, immutable'
/** After five minutes a browser uses the cached file once more, while it checks for a newer one in the background. */
const minutes = 'public, max-age=300, stale-while-revalidate=86400'

/** Headers for files that pages of any origin may load, and whose loading time they may measure. */
const open = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*'
}

/**
 * Serves the widgets. Entry files keep their name under `v1`, so they are revalidated often; their chunks have a hash
 * in their names, and a folder for an exact version never changes: both are cached for a year.
 */
export function serveEmbed(app: Hono, folder: string): void {
  app.use('/embed/*', etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...Object.keys(open)] }))
  app.use('/embed/*', async (c, next) => {
    for (const [name, value] of Object.entries(open)) c.header(name, value)
    await next()
    if (c.res.ok && !c.res.headers.has('Cache-Control'))
      c.res.headers.set('Cache-Control', isFinal(c.req.path) ? yearlong : minutes)
  })
  app.use(
    '/embed/*',
    serveStatic({
      root: relative(process.cwd(), folder),
      precompressed: true,
      rewriteRequestPath: path => path.replace(/^\/embed/, '')
    })
  )
  app.get('/embed/*', c =>
    isWords.test(c.req.path)
      ? c.body('', 200, { 'Content-Type': 'text/javascript', 'Cache-Control': minutes })
      : c.body(null, 404)
  )
}

/**
 * Matches the files with the widgets' texts. Widgets request the texts of the page's language without knowing which
 * languages exist. For an unknown language the file is empty, which means English. It is not cached for a year, because
 * the next version may have that language.
 */
const isWords = /\/mille-[a-z]+-words-[a-z]{2}-[\w-]{8}\.js$/

/** Serves the dashboard's own scripts, styles and fonts. */
export function serveAssets(app: Hono, folder: string): void {
  const root = relative(process.cwd(), folder)
  app.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.ok) c.res.headers.set('Cache-Control', yearlong)
  })
  app.use('/assets/*', serveStatic({ root, precompressed: true }))
  for (const path of plainFiles) app.get(`/${path}`, serveStatic({ root, path }))
}

/** Files that browsers request even if no page names them, and files that install the dashboard as an application. */
const plainFiles = [
  'favicon.ico',
  'favicon.svg',
  'apple-touch-icon.png',
  'manifest.webmanifest',
  'icon-192.png',
  'icon-512.png'
]

function isFinal(path: string): boolean {
  return /-[\w-]{8}\.js$|^\/embed\/\d+\.\d+\.\d+[^/]*\//.test(path)
}
