import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { compress } from 'hono/compress'
import { programName, readBrand } from '../brand/queries.ts'
import type { Context } from '../context.ts'
import { yearlong } from '../http/answers/files.ts'

const path = '/docs'

/** The parts of the site that are read once. */
type Site = { policy: string; missing: string }

/**
 * Serves the documentation, which is built from `docs/` as static files. Pages have addresses without `.html`. A page
 * that does not exist gets the site's own error page with the status 404. Until the folder is built, other routes answer.
 *
 * A network with its own name has that name in the header and the titles of all pages.
 */
export function serveDocs(app: Hono, { db }: Pick<Context, 'db'>, folder: string): void {
  let known: Site | null = null
  const readSite = () => {
    known ??= existsSync(join(folder, 'index.html')) ? read(folder) : null
    return known
  }
  app.get(path, (c, next) => (readSite() ? Promise.resolve(c.redirect(`${path}/`)) : next()))
  app.use(`${path}/*`, async (c, next) => {
    await next()
    const site = readSite()
    if (!site) return
    c.header('Content-Security-Policy', site.policy)
    if (c.res.ok && c.req.path.startsWith(`${path}/assets/`)) c.header('Cache-Control', yearlong)
  })
  // The file server is created only when there is something to serve because it prints a warning about a missing
  // folder.
  let files: ReturnType<typeof serveStatic> | null = null
  app.use(`${path}/*`, compress())
  app.get(`${path}/*`, async (c, next) => {
    if (!readSite()) return next()
    const page = pageOf(folder, c.req.path.slice(path.length))
    const name = page === null ? programName : await nameOf(db)
    if (page !== null && name !== programName)
      return c.html(named(readFileSync(page, 'utf8'), name))
    files ??= serveStatic({
      root: relative(process.cwd(), folder),
      precompressed: true,
      rewriteRequestPath: asked => fileOf(folder, asked.slice(path.length))
    })
    return files(c, next)
  })
  app.get(`${path}/*`, async (c, next) => {
    const site = readSite()
    return site ? c.html(named(site.missing, await nameOf(db)), 404) : next()
  })
}

function read(folder: string): Site {
  return {
    policy: policyOf(readFileSync(join(folder, 'index.html'), 'utf8')),
    missing: readFileSync(join(folder, '404.html'), 'utf8')
  }
}

/** Returns the file of an address: a page is the file of that name with `.html`. */
function fileOf(folder: string, asked: string): string {
  const isFile = asked.endsWith('/') || /\.[a-z0-9]+$/.test(asked)
  return !isFile && existsSync(join(folder, `${asked}.html`)) ? `${asked}.html` : asked
}

/** Returns the network's name. The documentation can also be read while the database does not answer. */
async function nameOf(db: Context['db']): Promise<string> {
  try {
    return (await readBrand(db)).name
  } catch {
    return programName
  }
}

/** Returns the path of an existing page's file; null for any other file, and for what is outside the folder. */
function pageOf(folder: string, asked: string): string | null {
  const file = fileOf(folder, asked.endsWith('/') ? `${asked}index.html` : asked)
  const isPage = /^(\/[\w-]+)+\.html$/.test(file) && existsSync(join(folder, file))
  return isPage ? join(folder, file) : null
}

/**
 * Writes the network's name into a page, in place of the program's: the title, the header, and the element from which
 * the site's script takes it. What the page says about the program is kept.
 */
function named(page: string, name: string): string {
  const safe = name.replaceAll('&', '&amp;')
  return page
    .replace(/(<title>(?:[^<]* \| )?)Mille<\/title>/, (_, before) => `${before}${safe}</title>`)
    .replace('<meta name="application-name" content="Mille">', meta =>
      meta.replace('Mille', () => safe)
    )
    .replace(
      /(<a class="title" href="\/docs\/"[^>]*>.*?<span[^>]*>)Mille</,
      (_, before) => `${before}${safe}<`
    )
}

/**
 * Returns the policy of all pages. Their inline scripts are the same and are allowed by hash. The framework sets markup
 * by a Trusted Types policy, and the highlighted code has inline styles.
 */
function policyOf(page: string): string {
  const hashes = [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  )
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types vue'
  ].join('; ')
}
