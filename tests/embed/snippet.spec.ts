import type { EmbedPosition } from '@mille/api/constants.ts'
import type { UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import { buildCode } from '@mille/server/ad-units/code.ts'
import { expect, type Page } from 'playwright/test'
import { layoutShift } from './embed-page.ts'
import { open, test } from './embed-test.ts'
import { bannerDecision, type DeliveryStandIn, textDecision } from './stand-in.ts'

/** Returns the code that the dashboard gives to the publisher of an ad unit. */
function snippet(network: DeliveryStandIn, id: number, size: UnitSize, position: EmbedPosition) {
  return buildCode({ id, user_id: 1, size, settings: { position } }, network.origin).script
}

function page(...parts: string[]): string {
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>A page</title><body>${parts.join('<p>Words</p>')}<p>The end</p>`
}

function decisionsAsked(network: DeliveryStandIn): string[] {
  return network.requests.map(it => it.address).filter(it => it.startsWith('/serve/units/'))
}

/** Holds all matching requests until the returned function is called. */
async function hold(tab: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await tab.route(pattern, async route => {
    await promise
    await route.continue()
  })
  return resolve
}

test('the snippet asks for one decision, before its script has come', async ({
  page: tab,
  network,
  site,
  problems
}) => {
  network.decisions.set('1', textDecision('1'))
  const letThrough = await hold(tab, '**/ad.js')
  const opened = open(tab, site, page(snippet(network, 1, '300x250', 'fixed')))
  await expect.poll(() => decisionsAsked(network)).toEqual(['/serve/units/1'])
  letThrough()
  await opened
  await expect(tab.locator('mille-ad .title')).toBeVisible()
  await expect.poll(() => network.seen.map(it => it.kind)).toEqual(['rendered', 'viewable'])
  expect(decisionsAsked(network)).toEqual(['/serve/units/1'])
  expect(problems).toEqual([])
})

test('the snippet pasted twice asks for two decisions', async ({ page: tab, network, site }) => {
  network.decisions.set('1', textDecision('1'))
  const twice = snippet(network, 1, '300x250', 'fixed')
  await open(tab, site, page(twice, twice))
  await expect(tab.locator('mille-ad .title')).toHaveCount(2)
  expect(decisionsAsked(network)).toHaveLength(2)
})

test('an ad that is shown later requests another decision, since the preloaded one may have expired', async ({
  page: tab,
  network,
  site
}) => {
  network.decisions.set('1', textDecision('1'))
  const hidden = `<div hidden id="wrapper">${snippet(network, 1, '300x250', 'fixed')}</div>`
  await open(tab, site, page(hidden))
  await expect.poll(() => decisionsAsked(network)).toEqual(['/serve/units/1'])
  await tab.locator('#wrapper').evaluate(it => it.removeAttribute('hidden'))
  await expect(tab.locator('mille-ad .title')).toBeVisible()
  expect(decisionsAsked(network)).toEqual([
    '/serve/units/1',
    '/serve/units/1?width=300&height=250&screen=720'
  ])
})

for (const width of [360, 1280]) {
  test(`a sticky ad leaves no hole in the page and moves nothing at ${width} px`, async ({
    page: tab,
    network,
    site
  }) => {
    const sticky = { position: 'sticky', stickySide: 'footer' } as const
    network.decisions.set('1', textDecision('1', { size: '300x250', ...sticky }))
    network.decisions.set('2', bannerDecision('2', '320x50', { ...sticky, stickySide: 'header' }))
    network.dataMs = 150
    await tab.setViewportSize({ width, height: 800 })
    await open(tab, site, page('<p>Before</p>', '<p>After</p>'))
    const endOf = () => tab.getByText('After').evaluate(it => it.getBoundingClientRect().bottom)
    const end = await endOf()
    const one = `<div>${snippet(network, 1, '300x250', 'sticky')}</div>`
    const two = `<div>${snippet(network, 2, '320x50', 'sticky')}</div>`
    await open(tab, site, page('<p>Before</p>', `<p>After</p>${one}${two}`), '/sticky')
    await tab.locator('mille-ad[unit="1"] .title').waitFor()
    await tab.locator('mille-ad[unit="2"] img').waitFor()
    expect(await layoutShift(tab)).toBe(0)
    expect(await endOf()).toBe(end)
    // Only the end of the page gets extra room, to scroll the last words clear of the footer ad.
    const footer = await tab.locator('.sticky.footer').boundingBox()
    const ends = await tab.evaluate(() =>
      [...document.body.children].slice(-2).map(it => it.clientHeight)
    )
    expect(ends.toSorted()).toEqual([0, footer?.height])
  })
}

test('words do not wait for the file that draws pictures, which are added when it comes', async ({
  page: tab,
  network,
  site
}) => {
  const pictures = { logo: `${network.origin}/media/banners/128x128` }
  const { creative } = textDecision('1') as { creative: object }
  network.decisions.set('1', textDecision('1', { creative: { ...creative, pictures } } as never))
  const letThrough = await hold(tab, '**/extras-*.js')
  await open(tab, site, page(snippet(network, 1, '300x250', 'fixed')))
  await expect(tab.locator('mille-ad .title')).toBeVisible()
  await expect(tab.locator('mille-ad .logo')).toHaveCount(0)
  letThrough()
  await expect(tab.locator('mille-ad .logo')).toBeVisible()
})
