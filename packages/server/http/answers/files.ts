import { relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'

const year = 'public, max-age=31536000, immutable'
/** After five minutes a browser uses what it has once more, and asks behind it whether there is a newer one. */
const minutes = 'public, max-age=300, stale-while-revalidate=86400'

/** For pages of any origin, which may measure too how long it took. */
const open = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*'
}

/**
 * Entries of a widget keep their name under `v1`, so they are checked often; their chunks carry a hash, and a folder with
 * a whole version never changes: both are kept for a year.
 */
export function serveEmbed(app: Hono, folder: string): void {
  app.use('/embed/*', etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...Object.keys(open)] }))
  app.use('/embed/*', async (c, next) => {
    for (const [name, value] of Object.entries(open)) c.header(name, value)
    await next()
    if (c.res.ok && !c.res.headers.has('Cache-Control'))
      c.res.headers.set('Cache-Control', isFinal(c.req.path) ? year : minutes)
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
 * Widgets request the texts of the page's language without knowing which languages exist. For an unknown one the file
 * is empty, which means English. It is not cached for a year: the next version may have that language.
 */
const isWords = /\/mille-[a-z]+-words-[a-z]{2}-[\w-]{8}\.js$/

/** The dashboard's own scripts, styles and fonts. */
export function serveAssets(app: Hono, folder: string): void {
  const root = relative(process.cwd(), folder)
  app.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.ok) c.res.headers.set('Cache-Control', year)
  })
  app.use('/assets/*', serveStatic({ root, precompressed: true }))
  for (const path of plainFiles) app.get(`/${path}`, serveStatic({ root, path }))
}

/** Files that browsers request whatever a page names, and files that install the dashboard as an application. */
const plainFiles = [
  'favicon.ico',
  'apple-touch-icon.png',
  'manifest.webmanifest',
  'icon-192.png',
  'icon-512.png'
]

function isFinal(path: string): boolean {
  return /-[\w-]{8}\.js$|^\/embed\/\d+\.\d+\.\d+[^/]*\//.test(path)
}
