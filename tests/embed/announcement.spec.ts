import { expect, type Page } from 'playwright/test'
import { layoutShift } from './embed-page.ts'
import { open, test } from './embed-test.ts'
import { announcement, type DeliveryStandIn, textDecision } from './stand-in.ts'

const paragraphs = '<p><a href="#words">Words</a> of the page</p>'.repeat(60)

/** Returns a page with an announcement, which appears after the page has been painted. */
function page(network: DeliveryStandIn, body: string, direction = 'ltr'): string {
  network.answers.set('GET /api/v1/announce/', { status: 200, body: announcement('warning') })
  network.dataMs = 400
  return `<!doctype html><html lang="en" dir="${direction}"><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>A page</title>
    <script type="module" src="${network.origin}/embed/v1/mille.js"></script><body>${body}</body></html>`
}

const place = (attributes = '') => `<mille-announcement${attributes}></mille-announcement>`
const heading = '<h1>The title of the page</h1>'

/** Whether a person sees and presses this element at its middle. */
function isOnTop(tab: Page, selector: string): Promise<boolean> {
  return tab.locator(selector).evaluate(it => {
    const { left, top, width, height } = it.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2) === it
  })
}

/** Returns an element's box, in CSS pixels of the screen. */
async function boxOf(tab: Page, selector: string) {
  const box = await tab.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is drawn.`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

function readHost(tab: Page) {
  return tab.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    padding: getComputedStyle(document.documentElement).scrollPadding,
    sheets: document.adoptedStyleSheets.length,
    rooms: document.querySelectorAll('mille-room').length,
    drawn: document.querySelector('mille-announcement')?.shadowRoot?.childNodes.length ?? 0
  }))
}

for (const width of [360, 1100])
  test(`at the top of a page it moves and covers nothing, and leaves nothing: ${width} px`, async ({
    page: tab,
    network,
    site,
    problems
  }) => {
    await tab.setViewportSize({ width, height: 640 })
    const html = page(network, place() + heading + paragraphs)
    const answer = network.answers.get('GET /api/v1/announce/')
    network.answers.delete('GET /api/v1/announce/')
    await open(tab, site, html)
    const before = await readHost(tab)

    if (answer) network.answers.set('GET /api/v1/announce/', answer)
    await tab.reload()
    await tab.getByText('Payouts').waitFor()
    expect(await layoutShift(tab)).toBe(0)
    expect(await isOnTop(tab, 'h1')).toBe(true)

    await tab.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const bar = await boxOf(tab, '.mille-announcement')
    expect(bar.height).toBeLessThanOrEqual(0.3 * 640)
    expect((await boxOf(tab, 'body > p >> nth=-1')).bottom).toBeLessThanOrEqual(bar.y)

    await tab.evaluate(() => scrollTo(0, 0))
    await tab.getByRole('button', { name: 'Dismiss' }).click()
    await expect(tab.locator('.mille-announcement')).toHaveCount(0)
    expect(await readHost(tab)).toEqual(before)
    expect(await layoutShift(tab)).toBe(0)
    expect(problems).toEqual([])
  })

for (const width of [360, 1100])
  for (const direction of ['ltr', 'rtl'])
    test(`it leaves the chat, the feedback link and a footer ad usable: ${width} px, ${direction}`, async ({
      page: tab,
      network,
      site
    }) => {
      network.decisions.set(
        '1',
        textDecision('1', { size: 'Adaptive', position: 'sticky', stickySide: 'footer' })
      )
      await tab.setViewportSize({ width, height: 640 })
      const widgets = `<mille-chat></mille-chat><mille-feedback token="a.b"></mille-feedback><mille-ad unit="1"></mille-ad>`
      await open(tab, site, page(network, place() + heading + paragraphs + widgets, direction))
      await tab.getByText('Payouts').waitFor()
      await tab.locator('.sticky .title').waitFor()
      const usable = [
        tab.getByRole('button', { name: 'Dismiss' }),
        tab.getByRole('button', { name: 'Contact us' }),
        tab.locator('mille-feedback a'),
        tab.locator('.sticky .close')
      ]
      for (const it of usable) await it.click({ trial: true, timeout: 5_000 })
      const ad = await boxOf(tab, '.sticky')
      expect((await boxOf(tab, '.mille-announcement')).bottom).toBeLessThanOrEqual(ad.y)

      // The page scrolls the last link clear of the ad and the announcement, also when it is focused by keyboard.
      await tab.locator('body > p a').last().focus()
      const bar = await boxOf(tab, '.mille-announcement')
      expect((await boxOf(tab, 'body > p a >> nth=-1')).bottom).toBeLessThanOrEqual(bar.y)

      await tab.locator('.sticky .close').click()
      await expect(tab.locator('.sticky')).toHaveCount(0)
      expect((await boxOf(tab, '.mille-announcement')).bottom).toBe(640 - 72)
    })

test('below the screen it is drawn where it is placed, as wide as its container', async ({
  page: tab,
  network,
  site
}) => {
  const main = `<main style="width:300px">${heading}${paragraphs}${place()}<footer>The end</footer></main>`
  await open(tab, site, page(network, main))
  await tab.locator('.mille-announcement').waitFor()
  expect((await boxOf(tab, '.mille-announcement')).width).toBe(300)
  const { bottom } = await boxOf(tab, '.mille-announcement')
  expect((await boxOf(tab, 'footer')).y).toBeGreaterThanOrEqual(bottom)
  await expect(tab.locator('mille-room')).toHaveCount(0)
})

test('with nothing after it on the screen it is drawn where it is placed', async ({
  page: tab,
  network,
  site
}) => {
  await open(tab, site, page(network, heading + place()))
  await tab.locator('.mille-announcement').waitFor()
  expect((await boxOf(tab, '.mille-announcement')).y).toBeLessThan(200)
  await expect(tab.locator('mille-room')).toHaveCount(0)
  expect(await layoutShift(tab)).toBe(0)
})

for (const [width, height] of [
  [1100, 60],
  [360, 100],
  [360, 60]
] as const)
  test(`it is drawn in the ${height} px that the page keeps for it at ${width} px`, async ({
    page: tab,
    network,
    site
  }) => {
    await tab.setViewportSize({ width, height: 640 })
    const kept = place(` style="display:block;min-height:${height}px"`)
    await open(tab, site, page(network, kept + heading + paragraphs))
    await tab.getByText('Payouts').waitFor()
    expect(await layoutShift(tab)).toBe(0)
    expect(await isOnTop(tab, 'h1')).toBe(true)
    const box = await boxOf(tab, '.mille-announcement')
    expect(box).toMatchObject({ x: 8, y: 8 })
    expect(box.height).toBeLessThanOrEqual(height)
  })

test('the page can choose the place', async ({ page: tab, network, site }) => {
  await open(tab, site, page(network, place(' placement="flow"') + heading + paragraphs))
  await tab.getByText('Payouts').waitFor()
  // The announcement moves the page here, which shows that it arrives late in these tests.
  expect(await layoutShift(tab)).toBeGreaterThan(0)
  const { y, bottom } = await boxOf(tab, '.mille-announcement')
  expect(y).toBe(8)
  expect((await boxOf(tab, 'h1')).y).toBeGreaterThanOrEqual(bottom)

  await open(tab, site, page(network, heading + place(' placement="bottom"')), '/bottom')
  await tab.getByText('Payouts').waitFor()
  const height = tab.viewportSize()?.height ?? 0
  expect((await boxOf(tab, '.mille-announcement')).bottom).toBe(height - 72)
})
