import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { Hono, type Context as HonoContext } from 'hono'
import { html, raw } from 'hono/html'
import { type Article, articles } from './articles.ts'
import { blogStyle } from './blog-style.ts'

export type BlogUnit = { id: number; size: string; page_url: string }
export type Blog = {
  origin: string
  show: (units: readonly BlogUnit[], verificationToken: string) => void
  stop: () => Promise<void>
}

/**
 * Starts a small blog on a separate origin that embeds the network's snippets as any publisher's page would, under a
 * strict content security policy. Uses the given port, or a free one if that port is taken.
 */
export async function startBlog(port: number, host: string, networkUrl: string): Promise<Blog> {
  let units: readonly BlogUnit[] = []
  let token = ''
  const app = new Hono()

  app.get('/', c => page(c, 'Halfpenny', html`${articles.map(preview)}`))
  app.get('/.well-known/mille-site-verification.txt', c => c.text(`${token}\n`))
  app.get('/:slug', c => {
    const article = articles.find(one => one.slug === c.req.param('slug'))
    if (!article) return c.notFound()
    return page(
      c,
      article.title,
      html`<article>${title(article)}${article.paragraphs.map(text => html`<p>${text}</p>`)}${snippet('Adaptive')}</article>`
    )
  })

  function page(c: HonoContext, name: string, content: unknown) {
    const nonce = randomBytes(16).toString('base64')
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'nonce-${nonce}'; connect-src ${networkUrl}; img-src ${networkUrl}; frame-src ${networkUrl}; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'`
    )
    return c.html(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="mille-site-verification" content="${token}" />
    <title>${name === 'Halfpenny' ? 'Halfpenny' : `${name} · Halfpenny`}</title>
    <style nonce="${nonce}">${raw(blogStyle)}</style>
    <script type="module" async nonce="${nonce}" src="${networkUrl}/embed/v1/ad.js"></script>
  </head>
  <body>
    <header><a href="/">Halfpenny</a><p>Small notes on money and machines</p></header>
    <div class="leader">${snippet('728x90')}</div>
    <div class="phone">${snippet('320x50')}</div>
    <div class="columns">
      <main>${content}</main>
      <aside>${snippet('300x250')}${frame('160x600')}</aside>
    </div>
    <footer><p>A demo publisher: every advertisement on this page comes from <a href="${networkUrl}">this Mille network</a>.</p></footer>
  </body>
</html>`)
  }

  function snippet(size: string) {
    const unit = units.find(one => one.size === size)
    return unit
      ? html`<mille-ad class="ad ad-${size}" unit="${unit.id}" size="${size}"></mille-ad>`
      : ''
  }

  /** Returns the snippet that works without scripts: an iframe. */
  function frame(size: string) {
    const unit = units.find(one => one.size === size)
    const [width, height] = size.split('x')
    return unit
      ? html`<iframe class="ad" src="${networkUrl}/serve/frame/${unit.id}" title="Advertisement" width="${width}" height="${height}" loading="lazy"></iframe>`
      : ''
  }

  const server = createAdaptorServer({ fetch: app.fetch, createServer }) as Server
  const taken = (await listen(server, port, host)) ?? (await listen(server, 0, host))
  return {
    origin: `http://localhost:${taken}`,
    show(shown, verificationToken) {
      units = shown
      token = verificationToken
    },
    stop: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      })
  }
}

function title(article: Article) {
  return html`<h1>${article.title}</h1><p class="date">${article.date}</p>`
}

function preview(article: Article) {
  return html`<article><h2><a href="/${article.slug}">${article.title}</a></h2><p class="date">${article.date}</p><p>${article.paragraphs[0]}</p></article>`
}

/** Returns the port that the server listens on, or null if the requested port is in use. */
function listen(server: Server, port: number, host: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error)
    server.once('error', failed)
    server.listen(port, host, () => {
      server.off('error', failed)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}
