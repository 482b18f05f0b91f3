import { documentation, words } from '@mille/widgets/ad/explain.ts'
import { expect } from 'playwright/test'
import { adScript, open, test } from './embed-test.ts'
import { bannerDecision, textDecision } from './stand-in.ts'

const ad = '<mille-ad unit="1" size="300x250" style="display:block;width:300px"></mille-ad>'

test('an error that keeps two ads of one unit away is passed to the page twice, and logged once', async ({
  page,
  network,
  site
}) => {
  const said: string[] = []
  page.on('console', it => {
    if (it.type() === 'warning') said.push(it.text())
  })
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    addEventListener('mille-ad:error', event =>
      heard.push((event as CustomEvent<{ reason: string }>).detail.reason)
    )
  })
  await page.route('**/media/**', route => route.abort())
  network.decisions.set('1', bannerDecision('1', '300x250'))
  await open(page, site, adScript(network) + ad + ad)
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard: string[] }).heard))
    .toEqual(['picture', 'picture'])
  expect(said).toEqual([`mille-ad 1 shows no ad: ${words.picture}. ${documentation}#picture`])
})

test('an ad that the network did not answer is asked for again when the browser is back online', async ({
  page,
  network,
  site
}) => {
  network.decisions.set('1', textDecision('1'))
  await page.route('**/serve/**', route => route.abort())
  await page.addInitScript(() => {
    const failed = new Promise(resolve => addEventListener('mille-ad:error', resolve))
    Object.assign(window, { failed })
  })
  await open(page, site, adScript(network) + ad)
  await page.evaluate(() => (window as unknown as { failed: Promise<void> }).failed.then(() => {}))
  await page.unroute('**/serve/**')
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await page.locator('mille-ad .title').waitFor()
})
