import { buildCode } from '@mille/server/ad-units/code.ts'
import { type Browser, chromium } from 'playwright'
import { browserLaunchOptions, ensureBrowser } from '../../scripts/lib/browser.mjs'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { startPaintServers } from './paint-servers.ts'
import { bundleSentry, readEthicalAds } from './peers.ts'
import { alternate, type Figure, median } from './rounds.ts'

const rounds = Number(process.env.MILLE_PAINT_ROUNDS ?? 11)
const target = 0.7
/** Slow 4G, as Lighthouse defines it. */
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.44 * 1024 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8
}
const conditions = {
  plain: {},
  '4× slower processor': { slowdown: 4 },
  'slow 4G': { network: slow4g },
  'slow 4G, 4× slower processor': { network: slow4g, slowdown: 4 }
} satisfies Record<string, Condition>
type Condition = { network?: typeof slow4g; slowdown?: number }

/** Names of the pages to measure. The name of another product's page begins with that product's name. */
const pageNames = [
  'text',
  'loader',
  'banner',
  'ethicaladsText',
  'ethicaladsBanner',
  'chat',
  'feedback',
  'sentry'
] as const
type PageName = (typeof pageNames)[number]

/**
 * Measures the milliseconds from the navigation of a publisher's page until its ad is painted (our snippet, our loader
 * with the same preload, EthicalAds' client), or the closed chat, the feedback link, or the button of Sentry's
 * feedback. Each is on the same page with an empty cache; they take turns.
 */
export async function run(): Promise<Figure[]> {
  await ensureBuilt()
  process.env.CHROMIUM_PATH = await ensureBrowser()
  const peers = { ethicalads: await readEthicalAds(), sentry: await bundleSentry() }
  const servers = await startPaintServers(network => pagesOf(network), peers)
  const browser = await chromium.launch(browserLaunchOptions())
  const figures: Figure[] = []
  try {
    for (const [name, condition] of Object.entries(conditions)) {
      const once = (page: PageName) => () =>
        paintedAfter(browser, `${servers.site}/${page}`, condition)
      const missing = Object.entries(peers).flatMap(([peer, text]) => (text === null ? peer : []))
      const names = pageNames.filter(it => !missing.some(peer => it.startsWith(peer)))
      const each = names.map(page => [page, once(page)])
      const measured: Partial<Record<PageName, number[]>> = await alternate(
        rounds,
        Object.fromEntries(each) as Record<PageName, () => Promise<number>>
      )
      figures.push(
        figure(`text ad, ${name}`, 'EthicalAds', measured.text, measured.ethicaladsText),
        figure(
          `text ad by the loader, ${name}`,
          'EthicalAds',
          measured.loader,
          measured.ethicaladsText
        ),
        figure(`banner, ${name}`, 'EthicalAds', measured.banner, measured.ethicaladsBanner),
        figure(`closed chat, ${name}`, 'Sentry’s feedback', measured.chat, measured.sentry),
        figure(`feedback link, ${name}`, 'Sentry’s feedback', measured.feedback, measured.sentry)
      )
    }
  } finally {
    await browser.close()
    await servers.stop()
  }
  return figures
}

function figure(
  name: string,
  peerName: 'EthicalAds' | 'Sentry’s feedback',
  own: readonly number[] = [],
  peer?: readonly number[]
): Figure {
  const value = median(own)
  const shown = { name: `navigation until painted, ${name}`, value, unit: 'ms' }
  if (!peer) return shown
  const floor = median(peer)
  const ratio = value / floor
  // Only ads have a promised target.
  if (peerName !== 'EthicalAds') return { ...shown, floor, ratio, target: `beside ${peerName}` }
  return { ...shown, floor, ratio, target: `≤ ${target} × of ${peerName}`, holds: ratio <= target }
}

/** Returns pages of some length with the ad after the first paragraphs, embedded by the snippet of each client. */
function pagesOf(network: string): Record<PageName, string> {
  const settings = { position: 'fixed' } as const
  const codeOf = (id: number) =>
    buildCode({ id, user_id: 1, size: '300x250', settings }, network).script
  const loader = codeOf(1).replace(
    /<script.*<\/script>/,
    `<link rel="modulepreload" href="${network}/embed/v1/ad.js"><script type="module" async src="${network}/embed/v1/mille.js"></script>`
  )
  const peerOf = (type: string) =>
    `<script async src="${network}/ethicalads.js"></script><div data-ea-publisher="example" data-ea-type="${type}" style="min-height:250px"></div>`
  const widgetOf = (name: string, attributes = '') =>
    `<script type="module" async src="${network}/embed/v1/${name}.js"></script><mille-${name}${attributes}></mille-${name}>`
  return {
    text: page(codeOf(1)),
    loader: page(loader),
    banner: page(codeOf(2)),
    ethicaladsText: page(peerOf('text')),
    ethicaladsBanner: page(peerOf('image')),
    chat: page(widgetOf('chat')),
    feedback: page(widgetOf('feedback', ' token="a token"')),
    sentry: page(`<script async src="${network}/sentry.js"></script>`)
  }
}

function page(snippet: string): string {
  const paragraph = `<p>${'A page about something that people read. '.repeat(20)}</p>`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>A page</title><h1>A page</h1>${paragraph}${snippet}${paragraph.repeat(8)}</html>`
}

/** Returns the time until paint in a new browser profile, so that its cache is empty and no connection is open. */
async function paintedAfter(browser: Browser, url: string, condition: Condition): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const tab = await context.newPage()
  const devtools = await context.newCDPSession(tab)
  // Opens an empty page first, because starting the browser's process is not part of the comparison.
  await tab.goto(new URL('/empty', url).href)
  if (condition.network) await devtools.send('Network.emulateNetworkConditions', condition.network)
  if (condition.slowdown)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: condition.slowdown })
  await tab.addInitScript(watchForPaint)
  await tab.goto(url, { waitUntil: 'commit' })
  const handle = await tab.waitForFunction(() => (window as { painted?: number }).painted, null, {
    timeout: 60_000
  })
  const ms = Number(await handle.jsonValue())
  await context.close()
  return ms
}

/** Runs in the page. Waits for the frame after the one in which the words, or the whole picture, are present. */
function watchForPaint(): void {
  const look = () => {
    const own = document.querySelector('mille-ad, mille-chat, mille-feedback, #sentry-feedback')
    const place = own?.shadowRoot ?? document.querySelector('.loaded .ea-content')
    const picture = place?.querySelector('img')
    const words = place?.querySelector('.title, .ea-text, button, a[href]')
    const isThere = picture ? picture.complete && picture.naturalWidth > 0 : words
    if (!isThere) return void requestAnimationFrame(look)
    requestAnimationFrame(now => Object.assign(window, { painted: now }))
  }
  requestAnimationFrame(look)
}
