import { readFile, writeFile } from 'node:fs/promises'
import { slice } from '@mille/testing/slice.ts'
import { expect, type Page, test } from 'playwright/test'
import { differenceOf } from '../stories/pixels.ts'
import { bannerDecision, offers, textDecision } from './stand-in.ts'

const hosts = ['utility', 'reboot', 'important', 'loud', 'floating', 'legacy'] as const
const network = 'https://network.test'
const dist = new URL('../../embed/dist/', import.meta.url)
const sheets = new URL('../../packages/widgets/hosts/', import.meta.url)

/** Maximum share of pixels that may differ: 0.1 %. */
const maxDifference = 0.001

/** Widgets, each with the selector of the part that is captured; `prepare` brings the widget into its state. */
const widgets: {
  name: string
  html: string
  shown: string
  prepare?: (page: Page) => Promise<void>
}[] = [
  { name: 'ad', html: '<mille-ad unit="text" size="300x250"></mille-ad>', shown: '.ad' },
  { name: 'ad', html: '<mille-ad unit="banner" size="728x90"></mille-ad>', shown: '.ad' },
  { name: 'ad', html: '<mille-ad unit="sticky"></mille-ad>', shown: '.ad' },
  {
    name: 'marketplace',
    html: '<mille-marketplace style="width:600px !important"></mille-marketplace>',
    shown: '.mille-offers'
  },
  {
    name: 'announcement',
    html: '<mille-announcement style="display:block !important;width:600px !important"></mille-announcement>',
    shown: '.mille-announcement'
  },
  {
    name: 'feedback',
    html: '<mille-feedback token="token"></mille-feedback>',
    shown: '.mille-feedback'
  },
  {
    name: 'login',
    html: '<mille-login popup="CREATE_ACCOUNT"></mille-login>',
    shown: '.mille-sheet'
  },
  { name: 'chat', html: '<mille-chat></mille-chat>', shown: '.mille-chat-open' },
  {
    name: 'chat',
    html: '<mille-chat></mille-chat>',
    shown: '.mille-sheet',
    prepare: async page => {
      await page.locator('mille-chat').evaluate(it => (it as unknown as { open(): void }).open())
      await page.locator('mille-chat article').first().waitFor()
    }
  }
]

/** Every third widget in `npm test`, all of them in `npm run prove`. */
for (const widget of slice(widgets, 3)) {
  test(`on six hostile pages: ${widget.html}, its ${widget.shown}`, async ({ page }, info) => {
    await answerFor(page)
    const bare = await take(page, 'bare', widget)
    const differing: string[] = []
    for (const host of hosts) {
      // Opens the same page first with its widget undefined, for comparison.
      await open(page, host, { ...widget, name: 'none' })
      const without = await readHost(page, widget)
      const picture = await take(page, host, widget)
      expect.soft(await readHost(page, widget), `${host}: the page's own elements`).toEqual(without)
      const difference = await differenceOf(bare, picture)
      if (difference <= maxDifference) continue
      await writeFile(info.outputPath('bare.png'), bare)
      await writeFile(info.outputPath(`${host}.png`), picture)
      differing.push(`${host}: ${(difference * 100).toFixed(3)} % of the pixels`)
    }
    expect(differing).toEqual([])
  })
}

type Widget = (typeof widgets)[number]

async function take(page: Page, host: string, widget: Widget): Promise<Buffer> {
  await open(page, host, widget)
  const shown = page.locator(`mille-${widget.name} ${widget.shown}`).first()
  if (widget.name === 'ad') await page.locator('mille-ad .creative').waitFor()
  await widget.prepare?.(page)
  await shown.waitFor()
  await page.evaluate(() => document.fonts.ready)
  return shown.screenshot({ animations: 'disabled', caret: 'hide' })
}

/**
 * Opens a page with the widget in the place that its snippet reserves, whose width and background are up to the page.
 * The widget inherits all styles, and every rule of the page applies to it.
 */
async function open(page: Page, host: string, { name, html }: Widget) {
  const css = await readFile(new URL(`${host}.css`, sheets), 'utf8')
  const place = `display:block;position:static;float:none;box-sizing:content-box;inline-size:900px;max-inline-size:none;block-size:400px;
    margin:0;padding:0;border:0;outline:0;overflow:visible;background:#fff`
  pages.set(
    page,
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title><style>${css}</style>
      <meta name="color-scheme" content="light">
      <script type="module" src="/embed/v1/${name}.js"></script></head>
      <body><div style="${place.replaceAll(';', ' !important;')} !important">${html}</div>
      <h2 class="title">Its own</h2><p class="text">Words with <a href="/">a link</a> and <b>more</b></p>
      <ul><li>One</li></ul><form><label>Name <input name="name"></label><button>Send</button></form>
      <img alt="" src="/media/banners/300x250"><svg width="9" height="9"><rect width="9" height="9"/></svg>
      </body></html>`
  )
  await page.goto(`${network}/page`)
  // The page shows through at the widget's rounded corners, so every page gets the same background there.
  await page.addStyleTag({
    content: `head { display: none !important } html, body { background: #fff !important } body > :not(:first-child) { opacity: 0 !important }`
  })
}

const pages = new WeakMap<Page, string>()

/**
 * Properties of the page's root and body that a sticky ad may change: it adds room at the end of the page and for
 * scrolling.
 */
const ofRoom = /^((block-size|height)$|scroll-padding|(perspective|transform)-origin)/.source

/** Reads every property of every element that is not ours. */
function readHost(page: Page, { html }: Widget): Promise<Record<string, string>[]> {
  const allowed = html.includes('sticky') ? ofRoom : '^$'
  return page.evaluate(except => {
    const isAllowed = (element: Element, name: string) =>
      // From this property the announcement learns the height of a footer ad.
      name === '--mille-footer' ||
      (['html', 'body'].includes(element.localName) && new RegExp(except).test(name))
    return [...document.querySelectorAll('*')]
      .filter(it => !it.localName.startsWith('mille-') && it.localName !== 'script')
      .map(element => {
        const style = getComputedStyle(element)
        return {
          element: element.localName,
          ...Object.fromEntries(
            [...style]
              .filter(name => !isAllowed(element, name))
              .map(name => [name, style.getPropertyValue(name)])
          )
        }
      })
  }, allowed)
}

/** Answers for the network, on the page's own origin, where the widgets show everything that they can. */
async function answerFor(page: Page) {
  const json = (body: unknown) => ({ contentType: 'application/json', body: JSON.stringify(body) })
  const message = {
    type: 'chat_messages',
    id: '1',
    attributes: {
      conversation_id: '7',
      author: 'operator',
      author_name: 'Grace',
      text: 'Hello, how can we help?',
      created_at: '2026-11-02T09:30:00.000Z'
    }
  }
  const announcement = {
    id: '1',
    type: 'warning',
    header: 'Maintenance on Sunday',
    content: 'The dashboard rests from 02:00 to 02:20 UTC.',
    link: 'https://status.example/',
    link_text: 'What we change'
  }
  const chatPage = {
    data: [message],
    meta: {
      has_more: false,
      unread_count: 0,
      own_read_id: null,
      other_read_id: null,
      is_other_online: true
    }
  }
  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" width="728" height="90"><rect width="728" height="90" fill="#14213d"/></svg>'
  const answers: Record<string, object> = {
    '/serve/units/text': json(textDecision('text')),
    '/serve/units/banner': json(bannerDecision('banner', '728x90')),
    '/serve/units/sticky': json(
      textDecision('sticky', { size: '320x50', position: 'sticky', stickySide: 'footer' })
    ),
    '/api/v1/publication_offers/preview': json({ data: offers(3) }),
    '/api/v1/announce/': json(announcement),
    '/api/v1/chat/configuration': json({ provider: 'built-in' }),
    '/api/v1/chat/messages': json(chatPage)
  }
  await page.route(`${network}/**`, async route => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/page')
      return route.fulfill({ contentType: 'text/html', body: pages.get(page) ?? '' })
    if (pathname.startsWith('/embed/')) {
      const body = await readFile(new URL(`.${pathname.slice('/embed'.length)}`, dist)).catch(
        () => ''
      )
      return route.fulfill({ contentType: 'text/javascript', body })
    }
    if (pathname.startsWith('/media/'))
      return route.fulfill({ contentType: 'image/svg+xml', body: picture })
    const answer = answers[pathname]
    return answer ? route.fulfill(answer) : route.fulfill({ status: 404, body: '' })
  })
}
