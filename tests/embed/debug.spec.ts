import { documentation, words } from '@mille/widgets/ad/explain.ts'
import { expect, type Page } from 'playwright/test'
import { collectViolations, layoutShift, strictPage } from './embed-page.ts'
import { adScript, open, test } from './embed-test.ts'
import { bannerDecision, type DeliveryStandIn, emptyDecision, textDecision } from './stand-in.ts'

const place = 'style="display:block;width:300px;height:250px"'

/** Returns the values in the debug panel for the ad of this ad unit, by name. */
function valuesOf(page: Page, unit: string): Promise<Record<string, string>> {
  return page.locator(`mille-debug section[aria-label^="Unit ${unit}:"]`).evaluate(panel => {
    const names = [...panel.querySelectorAll('dt')].map(it => it.textContent)
    const values = [...panel.querySelectorAll('dd')].map(it => it.textContent)
    return Object.fromEntries([
      ['title', panel.ariaLabel],
      ...names.map((name, index) => [name, values[index]])
    ])
  })
}

function load(page: Page, network: DeliveryStandIn, query = '') {
  return page.evaluate(
    address => import(address) as Promise<unknown>,
    `${network.origin}/embed/v1/debug.js${query}`
  )
}

function prepare(network: DeliveryStandIn) {
  network.decisions.set('1', textDecision('1'))
  network.decisions.set('2', bannerDecision('2', '300x250'))
  network.decisions.set('3', emptyDecision('3', 'no_campaign', { size: '300x250' }))
  network.answers.set('GET /serve/units/4', { status: 500, body: {} })
}

test('an address with ?mille_debug shows a panel for a filled, an empty, and a failed ad, on a strict page', async ({
  page,
  network,
  site
}) => {
  prepare(network)
  await page.setViewportSize({ width: 1200, height: 1200 })
  const violations = await collectViolations(page)
  const ads = [1, 2, 3, 4].map(unit => `<mille-ad unit="${unit}" size="300x250"></mille-ad>`)
  site.pages.set('/?mille_debug', strictPage(network, ads.join('')))
  await page.goto(`${site.origin}/?mille_debug`)
  await expect(page.locator('mille-debug section')).toHaveCount(4)
  await expect.poll(async () => (await valuesOf(page, '1')).Viewable).toBe('yes, reported')

  const { transferSize, duration } = await page.evaluate(() => {
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const found = all.find(it => it.name.endsWith('/serve/units/1'))
    return { transferSize: found?.transferSize ?? 0, duration: found?.duration ?? 0 }
  })
  expect(transferSize).toBeGreaterThan(300)
  const text = await valuesOf(page, '1')
  expect(text).toMatchObject({
    title: 'Unit 1: filled',
    'Size asked': '300x250, by the attribute',
    'Size drawn': '300 × 250 px',
    Request: `${transferSize.toLocaleString('en')} bytes, ${Math.round(duration)} ms`,
    'On screen': '100%',
    Reason: '–'
  })
  expect(text.Decision).toMatch(/^\d+ s old$/)
  expect(text.Events).toMatch(
    /^\d+\.\d\d s rendered\n\d+\.\d\d s filled\n\d+\.\d\d s viewable$|^loaded after the ad\n\d+\.\d\d s viewable$/
  )
  expect((await valuesOf(page, '2'))['Size drawn']).toBe('300 × 250 px')
  expect(await valuesOf(page, '3')).toMatchObject({
    title: 'Unit 3: empty',
    'Size drawn': 'nothing',
    Viewable: 'no, there is no ad',
    Reason: 'no_campaign'
  })
  const failed = await valuesOf(page, '4')
  expect(failed).toMatchObject({ title: 'Unit 4: failed', Decision: '–', Reason: 'answer' })
  expect(failed.Events).toContain(` s error: answer, ${words.answer}`)
  expect(await layoutShift(page)).toBe(0)
  expect(await violations()).toEqual([])
})

test('loaded after the ads, it says so, and finds those in shadow roots and those that come later', async ({
  page,
  network,
  site
}) => {
  prepare(network)
  await page.addInitScript(() =>
    addEventListener('mille-ad:viewable', () => Object.assign(window, { isViewed: true }))
  )
  await page.setViewportSize({ width: 1200, height: 1200 })
  await open(
    page,
    site,
    `${adScript(network)}<mille-ad unit="1" size="300x250"></mille-ad><mille-ad unit="3" ${place}></mille-ad>
      <mille-ad unit="404" ${place}></mille-ad><div id="host"></div>`
  )
  await page.locator('mille-ad[unit="1"] .title').waitFor()
  // The first ad has already sent all of its events.
  await page.waitForFunction(() => (window as unknown as { isViewed?: true }).isViewed)
  await load(page, network)
  // An empty ad is recognized only after there was time to draw it.
  const titleOf = async (unit: string) => (await valuesOf(page, unit)).title
  await expect.poll(() => titleOf('3')).toBe('Unit 3: empty or failed')
  await expect.poll(() => titleOf('404')).toBe('Unit 404: empty')
  expect(await valuesOf(page, '1')).toMatchObject({
    title: 'Unit 1: filled',
    Events: 'loaded after the ad',
    'Size drawn': '300 × 250 px'
  })
  expect(await valuesOf(page, '404')).toMatchObject({
    title: 'Unit 404: empty',
    'Size asked': 'Adaptive, by the unit',
    Reason: 'unit_unknown'
  })
  await expect(page.locator('mille-debug a[href]')).toHaveAttribute(
    'href',
    `${documentation}#unit_unknown`
  )
  await expect.poll(async () => (await valuesOf(page, '1')).Viewable).toBe('yes, for a second')
  await page.evaluate(() => {
    const ad = document.createElement('mille-ad')
    ad.setAttribute('unit', '2')
    document.querySelector('#host')?.attachShadow({ mode: 'open' }).append(ad)
  })
  await expect.poll(async () => (await valuesOf(page, '2')).title).toBe('Unit 2: filled')
  expect((await valuesOf(page, '2')).Events).toContain(' s rendered')

  await page.locator('mille-ad[unit="1"]').evaluate(ad => ad.remove())
  await expect(page.locator('mille-debug section')).toHaveCount(3)
})

test('an ad below the screen would not count, and its panel brings it there with the focus', async ({
  page,
  network,
  site
}) => {
  prepare(network)
  await page.setViewportSize({ width: 400, height: 600 })
  await open(
    page,
    site,
    `${adScript(network)}<div style="height:2000px"></div><mille-ad unit="1" ${place}></mille-ad>`
  )
  await load(page, network)
  await expect.poll(async () => (await valuesOf(page, '1')).title).toBe('Unit 1: filled')
  expect(await valuesOf(page, '1')).toMatchObject({
    'On screen': '0%',
    Viewable: 'no, less than 50% is on screen'
  })
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Unit 1: filled' })).toBeFocused()
  await expect.poll(async () => (await valuesOf(page, '1'))['On screen']).toBe('100%')
  await expect(page.locator('mille-debug section')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.locator('mille-debug dl')).toBeHidden()
})

test('closing leaves nothing, and it can be opened again', async ({
  page,
  network,
  site,
  problems
}) => {
  prepare(network)
  await open(
    page,
    site,
    `${adScript(network)}<button id="own">Own</button><mille-ad unit="1" ${place}></mille-ad>`
  )
  await page.locator('mille-ad .title').waitFor()
  const look = () =>
    page.evaluate(() => ({
      html: document.documentElement.outerHTML,
      keys: Reflect.ownKeys(window).map(String).sort(),
      sheets: document.adoptedStyleSheets.length,
      width: document.documentElement.scrollWidth,
      height: document.documentElement.scrollHeight
    }))
  const before = await look()
  await load(page, network)
  await load(page, network, '?again')
  await expect(page.locator('mille-debug')).toHaveCount(1)
  expect(await look()).toMatchObject({ width: before.width, height: before.height })
  await page.keyboard.press('Escape')
  expect(await look()).toEqual(before)

  await load(page, network, '?anew')
  await page.locator('#own').focus()
  await page.locator('mille-debug').getByRole('button').first().focus()
  await page.getByRole('button', { name: 'Close all panels' }).click()
  expect(await look()).toEqual(before)
  await page.locator('mille-ad').evaluate(ad => ad.dispatchEvent(new Event('mille-ad:empty')))
  expect(problems).toEqual([])
})
