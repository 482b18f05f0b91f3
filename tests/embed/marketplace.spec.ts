import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { steady } from '../over-time.ts'
import { strictPage } from './embed-page.ts'
import { inside, open, test } from './embed-test.ts'
import { type DeliveryStandIn, offers } from './stand-in.ts'

const script = (network: DeliveryStandIn) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
    <script type="module" src="${network.origin}/embed/v1/marketplace.js"></script>`

const heightOf = (page: Page) =>
  page
    .locator('mille-marketplace')
    .first()
    .evaluate(it => it.getBoundingClientRect().height)

test('shows as many offers as it is asked for, with links to the network', async ({
  page,
  network,
  site,
  problems
}) => {
  network.offers = offers(12)
  await open(
    page,
    site,
    `${script(network)}<main><h1>Offers</h1><mille-marketplace limit="5"></mille-marketplace></main></html>`
  )
  await expect(page.locator('mille-marketplace a')).toHaveCount(5)
  expect(await inside(page, 'a', it => (it as HTMLAnchorElement).href, 'mille-marketplace')).toBe(
    `${network.origin}/marketplace/1`
  )
  await expect(page.locator('mille-marketplace a').first()).toContainText('1,234.50\u00a0USD')
  await expectAccessible(page)
  expect(problems).toEqual([])
})

test("shows each publisher's logo from the network, and asks the page's own server for nothing", async ({
  page,
  network,
  site,
  problems
}) => {
  network.offers = offers(3)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).origin))
  const strict = strictPage(network, '<mille-marketplace></mille-marketplace>', 'marketplace.js')
  site.pages.set('/', strict)
  await page.goto(`${site.origin}/`)
  const logos = page.locator('mille-marketplace img')
  await expect(logos).toHaveCount(3)
  const widths = () =>
    logos.evaluateAll(all => all.map(it => (it as HTMLImageElement).naturalWidth))
  await expect.poll(widths).toEqual([44, 44, 44])
  expect(await logos.first().getAttribute('src')).toBe(`${network.origin}/media/logos/44x40`)
  expect(asked.filter(origin => origin === site.origin)).toHaveLength(1)
  expect(problems).toEqual([])
})

test('is equally high while it loads, with few offers, with none and when it failed', async ({
  page,
  network,
  site,
  problems
}) => {
  network.offers = 'hanging'
  await open(page, site, `${script(network)}<mille-marketplace></mille-marketplace>`)
  await page.locator('mille-marketplace .mille-offers-blank').waitFor()
  const loading = await heightOf(page)
  expect(loading).toBeGreaterThan(200)
  for (const answer of [offers(3), offers(1), [], 'failing'] as const) {
    network.offers = answer as typeof network.offers
    await page.reload()
    await page.locator('mille-marketplace :is(a, .mille-offers-note)').first().waitFor()
    expect(await heightOf(page)).toBe(loading)
  }
  expect(problems).toEqual([])
})

test('a failure is quiet, and can be tried again', async ({ page, network, site, problems }) => {
  network.offers = 'failing'
  await open(page, site, `${script(network)}<mille-marketplace></mille-marketplace>`)
  await expect(page.getByText('The offers could not be loaded')).toBeVisible()
  network.offers = offers(3)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('mille-marketplace a')).toHaveCount(3)
  expect(problems).toEqual([])
})

test('a network that is down leaves the place as high as it was, under the strictest policy', async ({
  page,
  network,
  site,
  problems
}) => {
  network.offers = offers(3)
  const strict = strictPage(network, '<mille-marketplace></mille-marketplace>', 'marketplace.js')
  site.pages.set('/', strict)
  await page.goto(`${site.origin}/`)
  await page.locator('mille-marketplace a').first().waitFor()
  const loaded = await heightOf(page)
  await page.route('**/publication_offers/**', route => route.abort())
  await page.reload()
  await expect(page.getByText('The offers could not be loaded')).toBeVisible()
  expect(await heightOf(page)).toBe(loaded)
  expect(problems).toEqual([])
})

test('two on a page keep to their own settings', async ({ page, network, site }) => {
  network.offers = offers(12)
  await open(
    page,
    site,
    `${script(network)}<mille-marketplace limit="1" theme="dark"></mille-marketplace>
      <mille-marketplace limit="2" theme="light"></mille-marketplace>`
  )
  await expect(page.locator('mille-marketplace[limit="1"] a')).toHaveCount(1)
  await expect(page.locator('mille-marketplace[limit="2"] a')).toHaveCount(2)
  const colors = await page
    .locator('mille-marketplace')
    .evaluateAll(all =>
      all.map(it => getComputedStyle(it.shadowRoot?.querySelector('a') ?? it).backgroundColor)
    )
  expect(new Set(colors).size).toBe(2)
})

test('100 times mounted and unmounted, nothing is left', async ({
  page,
  network,
  site,
  problems
}) => {
  network.offers = offers(3)
  await open(page, site, `${script(network)}<div id="place"></div>`)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  await cycle(5)
  const before = await steady(measure, 300)
  await cycle(100)
  await expect.poll(measure).toEqual(before)
  expect(problems).toEqual([])

  async function cycle(times: number) {
    await page.evaluate(async count => {
      const place = document.querySelector('#place')
      for (let index = 0; index < count; index += 1) {
        const widget = document.createElement('mille-marketplace')
        place?.append(widget)
        const isDrawn = () => widget.shadowRoot?.querySelector('a')
        // Some widgets are removed before their offers have arrived, some after.
        while (index % 2 === 0 && !isDrawn()) await new Promise(resolve => setTimeout(resolve, 1))
        widget.remove()
        await Promise.resolve()
      }
    }, times)
  }

  async function measure() {
    await devtools.send('HeapProfiler.collectGarbage')
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const value = (name: string) => metrics.find(it => it.name === name)?.value
    return { listeners: value('JSEventListeners'), nodes: value('Nodes') }
  }
})
