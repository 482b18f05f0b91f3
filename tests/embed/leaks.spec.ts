import { slice } from '@mille/testing/slice.ts'
import { expect, type Page } from 'playwright/test'
import { steady } from '../over-time.ts'
import { test } from './embed-test.ts'
import {
  announcement,
  chatMessages,
  type DeliveryStandIn,
  offers,
  textDecision,
  userDocument
} from './stand-in.ts'

type Use = {
  name: string
  attributes?: Record<string, string>
  /** Names of what the widget opens by its method `open`. */
  opens?: string[]
  /** Selector of an element in the shadow root that exists once the widget is drawn. */
  drawn: string
}

const uses: Use[] = [
  { name: 'ad', attributes: { unit: '1', position: 'sticky' }, drawn: '.close' },
  { name: 'announcement', drawn: 'button' },
  { name: 'chat', opens: [''], drawn: '.mille-chat-log' },
  { name: 'feedback', attributes: { token: 'a.b' }, drawn: 'a' },
  { name: 'login', opens: ['GET_SIGN_IN_POPUP', 'ANONYMOUS_SIGN_UP'], drawn: 'dialog[open]' },
  { name: 'marketplace', drawn: 'a' }
]

function answerAll(network: DeliveryStandIn) {
  network.offers = offers(3)
  network.decisions.set('1', textDecision('1'))
  const answers: [string, unknown][] = [
    ['GET /api/v1/announce/', announcement('default')],
    ['GET /api/v1/chat/configuration', { provider: 'built-in' }],
    ['GET /api/v1/chat/messages', chatMessages(3)],
    ['GET /api/v1/current_user', userDocument()]
  ]
  for (const [call, body] of answers) network.answers.set(call, { status: 200, body })
  network.answers.set('GET /api/v1/chat/stream', null)
}

/**
 * Counts what is active on the page from its first moment: observers, timers, streams, listeners of window and
 * document.
 */
async function countLive(page: Page) {
  await page.addInitScript(() => {
    const live = new Set<unknown>()
    const forget = (it: unknown) => live.delete(it)
    for (const Kind of [IntersectionObserver, MutationObserver, ResizeObserver]) {
      const { observe, disconnect } = Kind.prototype
      Kind.prototype.observe = function (this: never, ...all: never[]) {
        live.add(this)
        return (observe as (...all: never[]) => void).apply(this, all)
      } as never
      Kind.prototype.disconnect = function (this: never) {
        forget(this)
        disconnect.apply(this)
      }
    }
    for (const [start, stop, isOnce] of [
      ['setTimeout', 'clearTimeout', true],
      ['setInterval', 'clearInterval', false]
    ] as const) {
      const begin = window[start].bind(window) as (run: () => void, ms?: number) => number
      const end = window[stop].bind(window)
      Object.assign(window, {
        [start]: (run: () => void, ms?: number) => {
          const id = begin(() => {
            if (isOnce) forget(`${start} ${id}`)
            run()
          }, ms)
          live.add(`${start} ${id}`)
          return id
        },
        [stop]: (id: number) => {
          forget(`${start} ${id}`)
          end(id)
        }
      })
    }
    const Stream = window.EventSource
    Object.assign(window, {
      live,
      EventSource: class extends Stream {
        constructor(url: string) {
          super(url)
          live.add(this)
        }
        override close() {
          forget(this)
          super.close()
        }
      }
    })
  })
}

/** Every other widget in `npm test`, all of them in `npm run prove`. */
for (const { name, attributes = {}, opens = [], drawn } of slice(uses, 2)) {
  test(`mille-${name}: 100 times mounted and unmounted, nothing is left`, async ({
    page,
    network,
    problems
  }) => {
    answerAll(network)
    await countLive(page)
    network.pages.set('/own', {
      html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
        <script type="module" src="${network.origin}/embed/v1/${name}.js"></script>
        <button id="first">A button</button><div id="place"></div></html>`
    })
    await page.goto(`${network.origin}/own`)
    await page.locator('#first').focus()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable')

    await cycle(5)
    const before = await steady(measure, 500)
    expect(before).toMatchObject({ live: [], body: '', html: '', focused: 'first' })
    await cycle(100)
    await expect.poll(measure).toEqual(before)
    expect(problems).toEqual([])

    async function cycle(times: number) {
      await page.evaluate(
        async ([element, settings, popups, selector, count]) => {
          const place = document.querySelector('#place')
          for (let index = 0; index < count; index += 1) {
            const widget = document.createElement(`mille-${element}`)
            for (const [key, value] of Object.entries(settings)) widget.setAttribute(key, value)
            place?.append(widget)
            const popup = popups[index % popups.length]
            const { open } = widget as unknown as { open?: (name?: string) => void }
            if (popup !== undefined) {
              await Promise.resolve()
              open?.call(widget, popup)
            }
            // Some widgets are removed before they are drawn, some after.
            const isDrawn = () => widget.shadowRoot?.querySelector(selector)
            while (index % 2 === 0 && !isDrawn())
              await new Promise(resolve => requestAnimationFrame(resolve))
            widget.remove()
            await Promise.resolve()
          }
        },
        [name, attributes, opens, drawn, times] as const
      )
    }

    async function measure() {
      await devtools.send('HeapProfiler.collectGarbage')
      await devtools.send('HeapProfiler.collectGarbage')
      const { metrics } = await devtools.send('Performance.getMetrics')
      const value = (metric: string) => metrics.find(it => it.name === metric)?.value
      const onPage = await page.evaluate(() => {
        const { live } = window as unknown as { live: Set<unknown> }
        return {
          live: [...live].map(String),
          body: document.body.getAttribute('style') ?? '',
          html: document.documentElement.getAttribute('style') ?? '',
          globals: Reflect.ownKeys(window).length,
          sheets: document.adoptedStyleSheets.length,
          focused: document.activeElement?.id
        }
      })
      return { ...onPage, listeners: value('JSEventListeners'), nodes: value('Nodes') }
    }
  })
}

test('ten of each with their own settings; closing one closes it alone', async ({
  page,
  network,
  problems
}) => {
  answerAll(network)
  // Each side of the screen has room for one sticky ad.
  const sides = ['header', 'footer', 'left', 'right']
  const tens = (html: (index: number) => string) =>
    Array.from({ length: 10 }, (_, index) => html(index)).join('')
  network.pages.set('/own', {
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
      <script type="module" src="${network.origin}/embed/v1/mille.js"></script>
      ${tens(it => `<mille-ad unit="1" ${sides[it] ? `position="sticky" sticky-side="${sides[it]}"` : ''} size="${100 + it}x${50 + it}" color-title="#0000${it}0"></mille-ad>`)}
      ${tens(it => `<mille-announcement theme="${it % 2 ? 'dark' : 'light'}"></mille-announcement>`)}
      ${tens(it => `<mille-feedback token="a.${it}" label="Ideas ${it}"></mille-feedback>`)}
      ${tens(it => `<mille-marketplace limit="${it + 1}"></mille-marketplace>`)}`
  })
  network.offers = offers(12)
  await page.goto(`${network.origin}/own`)
  await expect(page.locator('mille-ad .title')).toHaveCount(10)
  await expect(page.locator('mille-ad .close')).toHaveCount(4)
  await expect(page.locator('mille-announcement button')).toHaveCount(10)
  await expect(page.locator('mille-feedback a')).toHaveCount(10)
  await expect(page.locator('mille-marketplace a')).toHaveCount(55)

  const sizes = await page
    .locator('mille-ad .ad')
    .evaluateAll(all => all.map(it => (it as HTMLElement).style.width))
  expect(sizes).toEqual(Array.from({ length: 10 }, (_, index) => `${100 + index}px`))
  const links = await page
    .locator('mille-feedback a')
    .evaluateAll(all => all.map(it => `${it.textContent} ${it.getAttribute('href')?.at(-1)}`))
  expect(links).toEqual(Array.from({ length: 10 }, (_, index) => `Ideas ${index} ${index}`))

  const press = (selector: string, index: number) =>
    page
      .locator(selector)
      .nth(index)
      .evaluate(it => it.shadowRoot?.querySelector('button')?.click())
  const open = (selector: string, inside: string) =>
    page
      .locator(selector)
      .evaluateAll(
        (all, what) =>
          all.flatMap((it, index) => (it.shadowRoot?.querySelector(what) ? [index] : [])),
        inside
      )
  await press('mille-ad', 3)
  await press('mille-announcement', 7)
  expect(await open('mille-ad', '.ad')).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9])
  await expect
    .poll(() => open('mille-announcement', 'section'))
    .toEqual([0, 1, 2, 3, 4, 5, 6, 8, 9])
  await expect(page.locator('mille-feedback a')).toHaveCount(10)
  await expect(page.locator('mille-marketplace a')).toHaveCount(55)
  expect(problems).toEqual([])
})
