import { slice } from '@mille/testing/slice.ts'
import { expect } from 'playwright/test'
import { steady } from '../over-time.ts'
import { layoutShift, strictPage } from './embed-page.ts'
import { open, test } from './embed-test.ts'
import { shiftCases, shiftPage } from './shift-pages.ts'
import { chatMessages } from './stand-in.ts'

const cases = Object.entries(shiftCases).flatMap(([name, prepare]) =>
  [360, 768, 1280].map(width => ({ name, prepare, width }))
)

/** Every other case in `npm test`, all of them in `npm run prove`. */
for (const { name, prepare, width } of slice(cases, 2)) {
  test(`nothing shifts with ${name} at ${width} px`, async ({ page: tab, network, site }) => {
    prepare(network)
    network.scriptMs = 120
    network.dataMs = 150
    if (name === 'blocked script') await tab.route('**/embed/**', route => route.abort())
    if (name === 'blocked API') await tab.route(/\/(serve|api)\//, route => route.abort())
    await tab.setViewportSize({ width, height: 800 })
    await open(tab, site, shiftPage(network))
    if (name === 'fill') {
      await tab.locator('mille-ad img').waitFor()
      await tab.getByText('Offer 3').waitFor()
      await tab.getByText('Payouts').waitFor()
      await tab.locator('mille-ad[unit=sticky] .title').waitFor()
    }
    await steady(() => network.requests.length, 500)
    expect(await layoutShift(tab)).toBe(0)
    if (name !== 'fill') return

    const covered = await tab
      .locator('mille-ad[unit=sticky] .ad, .mille-announcement')
      .evaluateAll(all => all.map(it => it.getBoundingClientRect().height / innerHeight))
    expect(covered).toHaveLength(2)
    for (const part of covered) expect(part).toBeLessThanOrEqual(0.3)
  })
}

test('a picture in the chat has its place before it is there', async ({ page: tab, network }) => {
  const answers: [string, unknown][] = [
    ['GET /api/v1/chat/configuration', { provider: 'built-in' }],
    ['GET /api/v1/chat/messages', chatMessages(5, true)]
  ]
  for (const [call, body] of answers) network.answers.set(call, { status: 200, body })
  network.answers.set('GET /api/v1/chat/stream', null)
  let letThrough = () => {}
  const held = new Promise<void>(resolve => {
    letThrough = resolve
  })
  await tab.route('**/media/**', async route => {
    await held
    await route.continue()
  })
  network.pages.set('/chat', strictPage(network, '<mille-chat></mille-chat>'))
  await tab.goto(`${network.origin}/chat`)
  await tab.getByRole('button', { name: 'Contact us' }).click()
  const picture = tab.getByRole('img', { name: /^Picture from/ })
  await picture.waitFor()
  const before = await picture.boundingBox()
  expect(before?.width).toBeGreaterThan(200)
  letThrough()
  await expect(picture).toHaveJSProperty('naturalWidth', 600)
  expect(await picture.boundingBox()).toEqual(before)
})
