import { expect, type Page } from 'playwright/test'
import { collectViolations, strictPage } from './embed-page.ts'
import { adScript, open, test } from './embed-test.ts'
import { type DeliveryStandIn, emptyDecision, textDecision } from './stand-in.ts'

const token = '1.34-56.1764393144.AAAAAAAAAAAAAAAAAAAAAA'
const query = `/?mille-preview=${token}`
const ad = '<mille-ad unit="1" size="300x250"></mille-ad>'

const words = (title: string) => ({
  kind: 'text' as const,
  title,
  text: 'A text',
  domain: 'chosen.example',
  action: 'Learn more',
  lang: 'en'
})

/** Answers the preview with a decision that has no token, as the network does. */
function answerPreview(network: DeliveryStandIn, body: object, status = 200): void {
  network.decisions.set('1', textDecision('1'))
  network.decisions.set('2', textDecision('2'))
  network.answers.set(`GET /serve/previews/${token}`, { status, body })
}

function chosen(changes: object = {}): object {
  const { token: _none, ...decision } = textDecision('1', { creative: words('The chosen ad') })
  return { ...decision, ...changes }
}

const paths = (network: DeliveryStandIn) =>
  network.requests.map(it => it.path).filter(it => it.startsWith('/serve/'))
const titleOf = (page: Page, unit: string) =>
  page.locator(`mille-ad[unit="${unit}"] .title`).textContent()
const panel = (page: Page, unit: string) =>
  page.locator(`mille-debug section[aria-label^="Unit ${unit}:"]`)

for (const script of ['ad.js', 'mille.js'])
  test(`a strict page with ${script} shows the chosen ad for the token, and the normal one without`, async ({
    page,
    network,
    site
  }) => {
    answerPreview(network, chosen())
    const violations = await collectViolations(page)
    const html = strictPage(network, ad, script)
    site.pages.set(query, html)
    site.pages.set('/', html)
    await page.goto(site.origin + query)
    await expect.poll(() => titleOf(page, '1')).toBe('The chosen ad')
    await expect(panel(page, '1')).toHaveAttribute(
      'aria-label',
      'Unit 1: filled. Preview, not counted'
    )
    // The facts are folded away, so that they do not cover the ad.
    const facts = panel(page, '1').getByText('yes, not counted')
    await expect(facts).toBeHidden()
    await panel(page, '1').getByRole('button', { expanded: false }).click()
    await expect(facts).toBeVisible()
    // It was seen for a second, and neither requested nor reported.
    expect(paths(network)).toEqual([`/serve/previews/${token}`])
    expect(network.seen).toEqual([])
    expect(await violations()).toEqual([])

    await page.goto(site.origin)
    await expect.poll(() => titleOf(page, '1')).toBe('Cold storage that you can read')
    await expect.poll(() => network.seen.map(it => it.kind)).toEqual(['rendered', 'viewable'])
    await expect(page.locator('mille-debug')).toHaveCount(0)
    await expect(page.locator('mille-ad')).not.toHaveAttribute('preview')
  })

test('other units of the page show their normal ads, which count', async ({
  page,
  network,
  site
}) => {
  answerPreview(network, chosen())
  await open(page, site, `${adScript(network)}${ad}${ad.replace('"1"', '"2"')}`, query)
  await expect.poll(() => titleOf(page, '1')).toBe('The chosen ad')
  await expect.poll(() => titleOf(page, '2')).toBe('Cold storage that you can read')
  await expect.poll(() => network.seen.map(it => it.token)).toContain('token-of-2')
  expect(network.seen.map(it => it.token)).not.toContain('token-of-1')
})

test('a page that only has the name of the parameter in its address shows its ads as usual', async ({
  page,
  network,
  site
}) => {
  network.decisions.set('1', textDecision('1'))
  await open(page, site, adScript(network) + ad, '/posts/about-mille-preview')
  await expect.poll(() => network.seen.map(it => it.kind)).toEqual(['rendered', 'viewable'])
  expect(paths(network).filter(it => it.startsWith('/serve/previews'))).toEqual([])
  await expect(page.locator('mille-debug')).toHaveCount(0)
})

for (const [reason, status, text] of [
  ['expired', 410, 'The preview has expired'],
  ['forged', 403, 'The preview’s address is not valid'],
  ['not_shown', 404, 'The unit no longer shows this preview']
] as const)
  test(`a preview that is ${reason} shows the normal ad, and says why`, async ({
    page,
    network,
    site
  }) => {
    answerPreview(network, { reason }, status)
    const lines: string[] = []
    page.on('console', it => lines.push(it.text()))
    await open(page, site, adScript(network) + ad, query)
    await expect.poll(() => titleOf(page, '1')).toBe('Cold storage that you can read')
    expect(lines).toContain(`mille-ad 1: ${text}. This is the normal ad.`)
    await expect(panel(page, '1')).toHaveAttribute('aria-label', `Unit 1: filled. ${text}`)
    await expect.poll(() => network.seen.length).toBe(2)
  })

test('a network without previews, or one that does not answer, shows the normal ad', async ({
  page,
  network,
  site
}) => {
  network.decisions.set('1', textDecision('1'))
  await open(page, site, adScript(network) + ad, query)
  await expect.poll(() => titleOf(page, '1')).toBe('Cold storage that you can read')
  await expect(panel(page, '1')).toHaveAttribute('aria-label', /The preview could not be loaded/)
})

test('an empty place collapses, and the panel says that it is a preview', async ({
  page,
  network,
  site
}) => {
  const empty = emptyDecision('1', 'no_campaign', { size: '300x250', collapse: true })
  answerPreview(network, { ...empty, extras: true })
  await open(page, site, `${adScript(network)}<div style="height:105vh"></div>${ad}`, query)
  await expect(page.locator('mille-ad')).toHaveAttribute('collapsed', '')
  await expect(panel(page, '1')).toHaveAttribute(
    'aria-label',
    'Unit 1: empty. Preview, not counted'
  )
})

test('a sticky ad is shown as closed by the reader', async ({ page, network, site }) => {
  answerPreview(network, chosen({ position: 'sticky', stickySide: 'footer', closed: true }))
  await open(page, site, adScript(network) + ad, query)
  await expect(page.locator('mille-ad')).toHaveAttribute('closed', '')
  await expect(page.locator('mille-ad .frame')).toHaveCount(0)
  await expect(panel(page, '1')).toHaveAttribute(
    'aria-label',
    'Unit 1: closed. Preview, not counted'
  )
  expect(network.seen).toEqual([])
})
