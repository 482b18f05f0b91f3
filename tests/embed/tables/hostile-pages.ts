import { setTimeout as sleep } from 'node:timers/promises'
import { type Engine, engines } from '../../engines/engine.ts'
import {
  announcement,
  bannerDecision,
  DeliveryStandIn,
  HostSite,
  offers,
  textDecision
} from '../stand-in.ts'
import { drawnParts, type OddPage, oddPages, type WidgetName, writePage } from './odd-pages.ts'
import type { Finding } from './table.ts'

/** Time limit in milliseconds. A widget that takes longer counts as not drawn. */
const patienceMs = 8_000
const names = Object.keys(drawnParts) as WidgetName[]

/**
 * Script that describes how each widget looks, one per line, and the page's state. It relies on nothing that a page may
 * have replaced.
 */
const look = `(() => {
  const round = number => Math.round(number * 2) / 2
  let text = ''
  const all = ${JSON.stringify(Object.entries(drawnParts))}
  for (let i = 0; i < all.length; i++) {
    const name = all[i][0], host = document.querySelector(all[i][1][0])
    const part = host && host.shadowRoot && host.shadowRoot.querySelector(all[i][1][1])
    text += name + ': '
    if (part) {
      const style = getComputedStyle(part), box = part.getBoundingClientRect()
      if (box.width > 0 && box.height > 0)
        text += [style.color, style.backgroundColor, style.fontSize, style.fontWeight, style.letterSpacing, style.direction,
          style.visibility, style.opacity, round(box.width), round(box.height)].join(', ')
    }
    text += '\\n'
  }
  return text
})()`
const readOwn = `(() => {
  const own = document.querySelector('#own'), style = getComputedStyle(own), box = own.getBoundingClientRect()
  return [style.color, style.font, style.display, box.width, box.height, own.textContent].join('; ')
})()`

/**
 * Tests every odd page in every engine: whether all widgets look as on a plain page, the page is the same as without
 * them, and there are no uncaught errors.
 */
export async function tryHostilePages(): Promise<Finding> {
  const network = new DeliveryStandIn()
  const site = new HostSite()
  await network.start()
  await site.start()
  prepare(network)
  const results = new Map<string, string[]>(oddPages.map(it => [it.name, []]))
  let isGood = true
  for (const [engineName, start] of Object.entries(engines)) {
    const engine = await start()
    try {
      const friendly = (await visit(engine, site, network, { name: 'bare' })).widgets
      for (const page of oddPages) {
        const problem = await judge(engine, { site, network }, page, friendly)
        process.stdout.write(`${engineName}, ${page.name}: ${problem ?? 'as on a bare page'}\n`)
        isGood &&= problem === null
        const can = names.length - (page.isHopeless?.length ?? 0)
        results.get(page.name)?.push(problem ?? `${can} of ${can}`)
      }
    } finally {
      await engine.stop()
    }
  }
  await site.stop()
  await network.stop()
  const rows = [...results].map(([name, cells]) => [name, ...cells])
  return { name: 'hostile pages', head: ['page', ...Object.keys(engines)], rows, isGood }
}

function prepare(network: DeliveryStandIn): void {
  network.offers = offers(3)
  network.decisions.set('text', textDecision('text'))
  network.decisions.set('banner', bannerDecision('banner', '728x90'))
  network.decisions.set('sticky', textDecision('sticky', { size: '728x90', position: 'sticky' }))
  network.answers.set('GET /api/v1/announce/', { status: 200, body: announcement('warning') })
}

type Places = { site: HostSite; network: DeliveryStandIn }

/** Returns what differs, in a few words, or null if nothing does. */
async function judge(
  engine: Engine,
  { site, network }: Places,
  page: OddPage,
  friendly: Map<string, string>
): Promise<string | null> {
  const hopeless: readonly string[] = page.isHopeless ?? []
  const { widgets, own, uncaught } = await visit(engine, site, network, page)
  const without = await visit(engine, site, null, page)
  const able = names.filter(it => !hopeless.includes(it))
  const missing = able.filter(it => !widgets.get(it))
  const differing = able.filter(it => widgets.get(it) && widgets.get(it) !== friendly.get(it))
  if (own !== without.own) return `the page changes: ${own}, without the embeds ${without.own}`
  if (uncaught && !page.isHopeless) return `nobody catches: ${uncaught}`
  if (missing.length > 0) return `not drawn: ${missing.join(', ')}`
  if (differing.length > 0)
    return differing
      .map(it => `${it} differs: ${widgets.get(it)} from ${friendly.get(it)}`)
      .join('; ')
  return null
}

/** `network` is null for the page without the embeds. */
async function visit(
  engine: Engine,
  site: HostSite,
  network: DeliveryStandIn | null,
  page: OddPage
): Promise<{ widgets: Map<string, string>; own: string; uncaught: string }> {
  const html = writePage(network ?? { origin: 'data:,' }, page)
  site.pages.set('/page', {
    html: network ? html : html.replace(/<script type="module".*<\/script>/, '')
  })
  await engine.open(`${site.origin}/page`)
  const wanted = names.length - (page.isHopeless?.length ?? 0)
  let widgets = new Map<string, string>()
  let before = ''
  // Waits until all widgets are drawn and look the same twice, since some are drawn in steps.
  for (const late = Date.now() + patienceMs; network && Date.now() < late; ) {
    const text = await engine.evaluate<string>(look)
    widgets = new Map(text.split('\n').map(line => line.split(': ') as [string, string]))
    const drawn = names.filter(it => widgets.get(it)).length
    if (drawn >= wanted && text === before) break
    before = text
    await sleep(150)
  }
  return {
    widgets,
    own: await engine.evaluate(readOwn),
    uncaught: await engine.evaluate("uncaught.join(' | ')")
  }
}
