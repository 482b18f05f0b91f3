import type { Hono } from 'hono'
import type { Context } from '../context.ts'
import { createKeptText } from '../http/answers/kept-text.ts'
import { liveOfferIds } from '../marketplace/index.ts'

/** Maximum number of offers in the sitemap, which can contain up to 50,000 pages. */
const maxOffers = 40_000
const hour = { 'Cache-Control': 'public, max-age=3600' }

/** Pages that anyone can read. All other addresses belong to an account or are API calls. */
const publicPages = [
  '/',
  '/ad-solutions/',
  '/publishers',
  '/crypto-affiliate-program/',
  '/marketplace',
  '/books',
  '/transparency',
  '/campaigns/new/',
  '/ad-units/new/'
]
const ownFolders = ['/api/', '/admin', '/finances', '/settings', '/user/', '/unsubscribe']

/** Serves `/robots.txt` and `/sitemap.xml`, which say what search engines may read and where it is. */
export function serveSearchEngines(app: Hono, { db, config }: Context): void {
  const { origin } = new URL(config.publicUrl)

  app.get('/robots.txt', c =>
    c.text(
      [
        'User-agent: *',
        ...ownFolders.map(it => `Disallow: ${it}`),
        '',
        `Sitemap: ${origin}/sitemap.xml`,
        ''
      ].join('\n'),
      200,
      hour
    )
  )

  const sitemap = async () => {
    const offers = await liveOfferIds(db, maxOffers)
    const pages = [...publicPages, ...offers.map(id => `/marketplace/${id}`)]
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...pages.map(path => `<url><loc>${origin}${path}</loc></url>`),
      '</urlset>',
      ''
    ].join('\n')
  }
  app.get(
    '/sitemap.xml',
    createKeptText(sitemap, {
      type: 'application/xml; charset=utf-8',
      headers: hour,
      keptMs: 600_000
    })
  )
}
