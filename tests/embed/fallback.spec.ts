import { documentation, words } from '@mille/widgets/ad/explain.ts'
import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { strictPage } from './embed-page.ts'
import { adScript, open, test } from './embed-test.ts'
import { type DeliveryStandIn, emptyDecision } from './stand-in.ts'

/** The page of another network, which tells its parent what it can reach. */
const otherNetwork = `<!doctype html><html lang="en"><title>Other ads</title><body><main><h1>Other ads</h1>An ad of another network</main><script>
  const reach = read => { try { return String(read()) } catch (error) { return error.name } }
  parent.postMessage({
    title: reach(() => parent.document.title),
    storage: reach(() => localStorage.length),
    cookie: reach(() => document.cookie),
    referrer: document.referrer
  }, '*')
</script></body></html>`

const listen = `<script>
  window.heard = []
  document.addEventListener('mille-ad:empty', it => heard.push(it.detail))
  addEventListener('message', it => heard.push({ origin: it.origin, ...it.data }))
</script>`
const ad = '<mille-ad unit="1" size="300x250"></mille-ad>'

function offerFrame(network: DeliveryStandIn, changes: object = {}): string {
  const fallbackUrl = `${network.origin}/other`
  network.pages.set('/other', { html: otherNetwork })
  const shown = { size: '300x250', fallbackUrl, ...changes } as const
  network.decisions.set('1', emptyDecision('1', 'no_campaign', shown as object))
  return fallbackUrl
}

const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: object[] }).heard)

test('a unit without an ad shows another network’s page that cannot read the page around it', async ({
  page,
  network,
  site,
  problems
}) => {
  const address = offerFrame(network)
  await open(
    page,
    site,
    `${adScript(network).replace('<meta', '<html lang="en"><meta')}${listen}<main><h1>A page</h1>${ad}</main>`
  )
  const frame = page.locator('mille-ad iframe')
  await expect(frame.contentFrame().getByText('An ad of another network')).toBeVisible()
  expect(await frame.getAttribute('sandbox')).toBe(
    'allow-scripts allow-popups allow-popups-to-escape-sandbox'
  )
  expect(await frame.evaluate(it => it.outerHTML)).toContain('referrerpolicy="no-referrer"')
  await expect(frame).toHaveAttribute('loading', 'lazy')
  await expect(frame).toHaveAttribute('src', address)
  await expect(frame).toHaveAttribute('title', 'Ad: 127.0.0.1')
  await expect(page.locator('mille-ad .label')).toHaveText('127.0.0.1')
  expect(await frame.boundingBox()).toMatchObject({ width: 300, height: 250 })
  await expect
    .poll(() => heard(page))
    .toEqual([
      { unit: '1', reason: 'no_campaign', fallback: true },
      {
        origin: 'null',
        title: 'SecurityError',
        storage: 'SecurityError',
        cookie: 'SecurityError',
        referrer: ''
      }
    ])
  expect(network.seen).toEqual([])
  expect(problems).toEqual([])
  await expectAccessible(page)
})

test('a page whose policy forbids the frame is told that the unit is empty after all', async ({
  page,
  network,
  site,
  problems
}) => {
  offerFrame(network)
  const { html, policy } = strictPage(network, `<div id="far"></div>${ad}`, 'ad.js')
  site.pages.set('/', { html, policy })
  await page.addInitScript(() => {
    const events: object[] = []
    Object.assign(window, { heard: events })
    document.addEventListener('mille-ad:empty', it => events.push((it as CustomEvent).detail))
    // Puts the ad below the screen, but near enough that the browser loads its frame.
    document.addEventListener('DOMContentLoaded', () => {
      const far = document.querySelector<HTMLElement>('#far')
      if (far) far.style.height = '105vh'
    })
  })
  await page.goto(site.origin)
  await expect
    .poll(() => heard(page))
    .toEqual([
      { unit: '1', reason: 'no_campaign', fallback: true },
      { unit: '1', reason: 'no_campaign' }
    ])
  await expect(page.locator('mille-ad iframe')).toHaveCount(0)
  await expect(page.locator('mille-ad')).toHaveAttribute('collapsed', '')
  const told = `mille-ad 1 is empty: ${words.blocked}: frame-src 127.0.0.1. ${documentation}#another-network`
  await expect.poll(() => problems).toContainEqual(told)
  // The browser itself reports the refused frame, and nothing else is wrong.
  expect(problems.filter(it => it !== told && !/Content Security Policy/i.test(it))).toEqual([])
})

test('a frame on a page whose policy allows it keeps its place, and a sticky one can be closed', async ({
  page,
  network,
  site,
  problems
}) => {
  offerFrame(network, { position: 'sticky', stickySide: 'footer' })
  const { html, policy } = strictPage(network, ad, 'ad.js')
  site.pages.set('/', { html, policy: `${policy}; frame-src ${network.origin}` })
  await page.goto(site.origin)
  const frame = page.locator('mille-ad iframe')
  await expect(frame.contentFrame().getByText('An ad of another network')).toBeVisible()
  await page.locator('mille-ad .close').click()
  await expect(frame).toHaveCount(0)
  expect(problems).toEqual([])
})
