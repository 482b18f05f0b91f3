import type { Decision } from '@mille/api/delivery/protocol.ts'
import { bannerSizes } from '@mille/api/reference-data/banner-sizes.ts'
import { fittingForm } from '@mille/server/delivery/choosing/eligibility.ts'
import { roomIn } from '@mille/server/delivery/choosing/room.ts'
import { banner, makeCreative, makeUnit } from '@mille/server/delivery/testing/inventory.ts'
import { expect } from 'playwright/test'
import { drawn, layoutShift } from './embed-page.ts'
import { adScript, open, test } from './embed-test.ts'
import { bannerDecision, type DeliveryStandIn, emptyDecision, textDecision } from './stand-in.ts'

type UnitValues = Parameters<typeof makeUnit>[0]
const all = bannerSizes.map(banner)
const creatives = {
  banners: makeCreative({ banners: all, isBannersOnly: true }),
  mixed: makeCreative({ banners: all }),
  text: makeCreative()
}
type Kind = keyof typeof creatives

/** Decides by the network's own rules. The name of an ad unit begins with the kind of its campaign. */
function decideByRoom(network: DeliveryStandIn, values: UnitValues = { size: 'Adaptive' }) {
  const unit = makeUnit(values)
  const { size, position, stickySide } = unit
  network.decide = (name, said) => {
    const pixels = (key: string) => Number(said.get(key) ?? 0)
    const place = { width: pixels('width'), height: pixels('height'), screen: pixels('screen') }
    const creative = creatives[name.split('-')[0] as Kind]
    const form = fittingForm(creative, unit, roomIn(unit, place))
    const settings: Partial<Decision> = { size, position, stickySide }
    if (form === null) return emptyDecision(name, 'no_campaign', settings)
    if (form === 'text') return textDecision(name, settings)
    return bannerDecision(name, form[0]?.size as `${number}x${number}`, settings)
  }
}

const rooms = [
  [320, 50],
  [300, 250],
  [360, 120],
  [728, 90],
  [970, 250],
  [160, 600],
  [900, 45],
  [700, 0]
] as const

for (const direction of ['ltr', 'rtl']) {
  test(`an adaptive ad draws what fits at its size, or words that fill the box, ${direction}`, async ({
    page,
    network,
    site,
    problems
  }) => {
    decideByRoom(network)
    const kinds = Object.keys(creatives) as Kind[]
    const ads = rooms.flatMap(([width, height]) =>
      kinds.map(
        kind =>
          `<mille-ad unit="${kind}-${width}-${height}" size="Adaptive" style="display:block;width:${width}px;${height ? `height:${height}px` : ''}"></mille-ad>`
      )
    )
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(
      page,
      site,
      adScript(network).replace('<!doctype html>', `<!doctype html><html dir="${direction}">`) +
        ads.join('<p>Words</p>')
    )
    await expect(page.locator('mille-ad a.creative')).toHaveCount(ads.length)
    await page
      .locator('mille-ad img')
      .evaluateAll(all => Promise.all(all.map(it => (it as HTMLImageElement).decode())))
    await drawn(page)
    const looks = await page.locator('mille-ad').evaluateAll(found =>
      found.map(ad => {
        const box = ad.shadowRoot?.querySelector('.ad')?.getBoundingClientRect()
        const link = ad.shadowRoot?.querySelector('.creative')?.getBoundingClientRect()
        const picture = ad.shadowRoot?.querySelector('img')
        const shown = picture?.getBoundingClientRect()
        return {
          unit: ad.getAttribute('unit'),
          isLinkOfBox: link?.width === box?.width && link?.height === box?.height,
          scale: shown && shown.width / Number(picture?.getAttribute('width')),
          ratio:
            shown &&
            (shown.width / shown.height) *
              (Number(picture?.getAttribute('height')) / Number(picture?.getAttribute('width'))),
          beside: shown && link && Math.max(link.width - shown.width, link.height - shown.height),
          middle: shown && box && Math.abs(shown.x + shown.width / 2 - box.x - box.width / 2)
        }
      })
    )
    for (const it of looks) {
      if (it.scale === undefined) {
        expect(it, 'words fill the box').toMatchObject({ isLinkOfBox: true })
        continue
      }
      expect(it.scale, String(it.unit)).toBeGreaterThanOrEqual(0.9)
      expect(it.scale, String(it.unit)).toBeLessThanOrEqual(1)
      expect(it.ratio, String(it.unit)).toBeCloseTo(1, 1)
      expect(it.beside, String(it.unit)).toBeLessThan(1)
      expect(it.middle, String(it.unit)).toBeLessThan(1)
    }
    const withPicture = looks.filter(it => it.scale !== undefined).map(it => it.unit)
    expect(withPicture.filter(it => it?.startsWith('text'))).toEqual([])
    expect(withPicture.filter(it => it?.startsWith('banners'))).toHaveLength(rooms.length)
    expect(withPicture).toContain('mixed-300-250')
    expect(withPicture).not.toContain('mixed-900-45')
    expect(network.requests.find(it => it.path.endsWith('/mixed-360-120'))?.address).toBe(
      '/serve/units/mixed-360-120?width=360&height=120&screen=900'
    )
    expect(await layoutShift(page)).toBe(0)
    expect(problems).toEqual([])
  })
}

test('beside a banner that is smaller than its box nothing is pressed', async ({
  page,
  network,
  site
}) => {
  network.decisions.set('1', bannerDecision('1', '120x60', { size: 'Adaptive' }))
  await open(
    page,
    site,
    `${adScript(network)}<mille-ad unit="1" style="display:block;width:600px;height:90px"></mille-ad>`
  )
  await page.locator('mille-ad img').waitFor()
  const at = (x: number) =>
    page.evaluate(
      place =>
        document
          .querySelector('mille-ad')
          ?.shadowRoot?.elementFromPoint(place, 50)
          ?.closest('a') !== null,
      x
    )
  expect(await at(308)).toBe(true)
  expect(await at(100)).toBe(false)
  expect(await at(500)).toBe(false)
})

test('a fixed size asks at one address where it has room, and for words where it is narrow', async ({
  page,
  network,
  site
}) => {
  decideByRoom(network, { size: '728x90' })
  const ad = `<mille-ad unit="mixed" size="728x90" style="display:block;width:728px;max-width:100%;height:90px"></mille-ad>`
  const asked = () => network.requests.filter(it => it.path === '/serve/units/mixed')
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, site, adScript(network) + ad)
  await page.locator('mille-ad img').waitFor()
  expect(asked().map(it => it.address)).toEqual(['/serve/units/mixed'])

  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('about:blank')
  await open(page, site, adScript(network) + ad)
  await page.locator('mille-ad .title').waitFor()
  expect(asked().map(it => it.address)).toEqual([
    '/serve/units/mixed',
    '/serve/units/mixed?width=344&height=90&screen=640'
  ])
})

test('a banner that comes too late for its place is not drawn at less than nine tenths', async ({
  page,
  network,
  site
}) => {
  network.decisions.set('1', bannerDecision('1', '728x90'))
  network.dataMs = 150
  await page.setViewportSize({ width: 360, height: 640 })
  await page.addInitScript(() => {
    const failed = new Promise(resolve => addEventListener('mille-ad:error', () => resolve(true)))
    Object.assign(window, { failed })
  })
  await open(page, site, `${adScript(network)}<mille-ad unit="1" size="728x90"></mille-ad>`)
  expect(await page.evaluate(() => (window as unknown as { failed: unknown }).failed)).toBe(true)
  await expect(page.locator('mille-ad img')).toHaveCount(0)
  expect(network.seen).toEqual([])
})

for (const [side, width, height] of [
  ['header', 360, 640],
  ['footer', 640, 360],
  ['footer', 1280, 800],
  ['left', 1440, 900]
] as const) {
  test(`a banner sticks at its size: ${side}, ${width} by ${height}`, async ({
    page,
    network,
    site
  }) => {
    decideByRoom(network, { size: 'Adaptive', position: 'sticky', stickySide: side })
    await page.setViewportSize({ width, height })
    await open(page, site, `${adScript(network)}<mille-ad unit="banners"></mille-ad>`)
    const picture = page.locator('mille-ad img')
    await picture.waitFor()
    const shown = await picture.boundingBox()
    const link = await page.locator('.creative').boundingBox()
    expect(link).toEqual(shown)
    const natural = Number(await picture.getAttribute('width'))
    expect((shown?.width ?? 0) / natural).toBeGreaterThanOrEqual(0.9)
    expect((shown?.width ?? 0) / natural).toBeLessThanOrEqual(1)
  })
}
