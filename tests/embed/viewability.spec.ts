import { slice } from '@mille/testing/slice.ts'
import type { Page } from 'playwright/test'
import { expect } from 'playwright/test'
import { adScript, open, test } from './embed-test.ts'
import { type DeliveryStandIn, type HostSite, textDecision } from './stand-in.ts'

type Places = { page: Page; network: DeliveryStandIn; site: HostSite }

const viewportHeight = 600

/** Opens a page with `visibleHeight` pixels of the ad's height on screen, and stops the page's clock. */
async function openWithVisible(
  { page, network, site }: Places,
  visibleHeight: number,
  size = '300x250'
) {
  network.decisions.set('1', textDecision('1', { size: size as '300x250' }))
  await page.setViewportSize({ width: 1200, height: viewportHeight })
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
  await open(
    page,
    site,
    `${adScript(network)}<style>body { margin: 0 }</style><div style="height:${viewportHeight - visibleHeight}px"></div>
      <mille-ad unit="1" size="${size}"></mille-ad><div style="height:2000px"></div>`
  )
  await page.locator('mille-ad .title').waitFor()
  await settle(page)
}

/** Waits a few frames: the observer reports a change one or two frames late, and a request takes a moment to arrive. */
async function settle(page: Page) {
  for (let frame = 0; frame < 3; frame += 1) await page.screenshot()
}

async function kindsAfter({ page, network }: Places, milliseconds: number) {
  await page.clock.runFor(milliseconds)
  await settle(page)
  return network.seen.map(it => it.kind)
}

async function setHidden(page: Page, isHidden: boolean) {
  await page.evaluate(value => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}

test('50 % of the pixels are a view after 1,000 ms, not after 999', async ({
  page,
  network,
  site
}) => {
  const places = { page, network, site }
  await openWithVisible(places, 125)
  expect(await kindsAfter(places, 999)).toEqual(['rendered'])
  expect(await kindsAfter(places, 1)).toEqual(['rendered', 'viewable'])
  expect(await kindsAfter(places, 60_000)).toEqual(['rendered', 'viewable'])
})

test('49 % of the pixels are never a view', async ({ page, network, site }) => {
  const places = { page, network, site }
  await openWithVisible(places, 122)
  expect(await kindsAfter(places, 60_000)).toEqual(['rendered'])
})

test('30 % are enough from 242,500 pixels on', async ({ page, network, site }) => {
  const places = { page, network, site }
  await openWithVisible(places, 75, '970x250')
  expect(await kindsAfter(places, 1_000)).toEqual(['rendered', 'viewable'])
})

test('less than 30 % are not enough, however large the ad is', async ({ page, network, site }) => {
  const places = { page, network, site }
  await openWithVisible(places, 74, '970x250')
  expect(await kindsAfter(places, 60_000)).toEqual(['rendered'])
})

test('30 % are not enough below 242,500 pixels', async ({ page, network, site }) => {
  const places = { page, network, site }
  await openWithVisible(places, 27, '970x90')
  expect(await kindsAfter(places, 60_000)).toEqual(['rendered'])
})

test('scrolling it away restarts the second', async ({ page, network, site }) => {
  const places = { page, network, site }
  await openWithVisible(places, 250)
  await page.clock.runFor(900)
  await page.evaluate(() => scrollTo(0, 1_500))
  await settle(page)
  await page.evaluate(() => scrollTo(0, 0))
  await settle(page)
  expect(await kindsAfter(places, 999)).toEqual(['rendered'])
  expect(await kindsAfter(places, 1)).toEqual(['rendered', 'viewable'])
})

test('a hidden tab restarts the second', async ({ page, network, site }) => {
  const places = { page, network, site }
  await openWithVisible(places, 250)
  await page.clock.runFor(900)
  await setHidden(page, true)
  expect(await kindsAfter(places, 10_000)).toEqual(['rendered'])
  await setHidden(page, false)
  expect(await kindsAfter(places, 999)).toEqual(['rendered'])
  expect(await kindsAfter(places, 1)).toEqual(['rendered', 'viewable'])
})

test('an ad that the page made transparent is not viewable', async ({ page, network, site }) => {
  const places = { page, network, site }
  await openWithVisible(places, 250)
  await page.locator('mille-ad').evaluate(element => {
    element.style.opacity = '0'
  })
  expect(await kindsAfter(places, 10_000)).toEqual(['rendered'])
})

test('a view that the network could not take comes again when it asked for it', async ({
  page,
  network,
  site
}) => {
  const places = { page, network, site }
  network.viewAnswers.push({ status: 503, retryAfter: 20 })
  await openWithVisible(places, 0)
  expect(await kindsAfter(places, 19_999)).toEqual([])
  expect(await kindsAfter(places, 10_001)).toEqual(['rendered'])
})

/** What a page does to an ad of 300 × 250, and what the browser says about the ad in its view report. */
const treatments: {
  what: string
  style: string
  beside?: string
  looks: Record<string, unknown>
}[] = [
  { what: 'nothing', style: '', looks: { isVisible: true, pixels: 75_000 } },
  {
    what: 'a column of 160 pixels',
    style: 'width: 160px',
    looks: { isVisible: true, pixels: 40_000 }
  },
  {
    what: 'an opaque box over it',
    style: '',
    beside: box('background: white'),
    looks: { isVisible: false }
  },
  {
    what: 'a box over it that lets clicks through',
    style: '',
    beside: box('background: white; pointer-events: none'),
    looks: { isVisible: false }
  },
  {
    what: 'an opacity of a hundredth',
    style: 'opacity: 0.01',
    looks: { isVisible: false, pixels: 75_000 }
  },
  { what: 'a filter', style: 'filter: opacity(0)', looks: { isVisible: false } },
  {
    what: 'a scale of a fifth',
    style: 'transform: scale(0.2)',
    looks: { isVisible: false, pixels: 3_000 }
  },
  { what: 'a zoom of a fifth', style: 'zoom: 0.2', looks: { pixels: 3_000 } }
]

function box(style: string): string {
  return `<div style="position: fixed; inset: 0; ${style}"></div>`
}

/** Every other treatment in `npm test`, all of them in `npm run prove`. */
for (const { what, style, beside = '', looks } of slice(treatments, 2)) {
  test(`a view says what the page does to the ad: ${what}`, async ({ page, network, site }) => {
    network.decisions.set('1', textDecision('1', { size: '300x250' }))
    await open(
      page,
      site,
      `${adScript(network)}<div style="width: 300px; ${style}"><mille-ad unit="1"></mille-ad></div>${beside}`
    )
    const view = () => network.seen.find(it => it.kind === 'viewable')
    await expect.poll(view).toMatchObject(looks)
  })
}

test('of two ads in one place the lower one is covered', async ({ page, network, site }) => {
  for (const unit of ['1', '2'])
    network.decisions.set(unit, textDecision(unit, { size: '300x250' }))
  const place = 'position: absolute; top: 0; left: 0; width: 300px'
  await open(
    page,
    site,
    `${adScript(network)}<mille-ad unit="1" style="${place}"></mille-ad><mille-ad unit="2" style="${place}"></mille-ad>`
  )
  const views = () => network.seen.filter(it => it.kind === 'viewable').map(it => it.isVisible)
  await expect.poll(async () => views().sort()).toEqual([false, true])
})
