import { type AccentColors, accentColors } from '@mille/api/brand/accent.ts'
import { stylesOf } from '@mille/server/brand/styles.ts'
import { expect, type Page } from 'playwright/test'
import { quietFor } from '../over-time.ts'
import {
  collectViolations,
  drawn,
  layoutShift,
  rgb,
  strictPage,
  waitForBrand
} from './embed-page.ts'
import { inside, test } from './embed-test.ts'
import { announcement, type DeliveryStandIn, type HostSite, offers } from './stand-in.ts'

const accent = '#0b57d0'
const colors = accentColors(accent)
const styles = stylesOf(accent)
const brandPath = '/api/v1/brand'
const widgets = `<mille-marketplace limit="1"></mille-marketplace><mille-announcement></mille-announcement>
  <mille-feedback token="a.b"></mille-feedback><mille-login></mille-login>`

type Theme = 'light' | 'dark'
/** Where each widget shows the accent color: its element, a part of it, a property, and which of the colors it has. */
const places = [
  ['mille-marketplace', 'a .mille-offer-logo', 'backgroundColor', 'soft'],
  ['mille-marketplace', 'a .mille-offer-logo', 'color', 'text'],
  ['mille-announcement', '.mille-announcement', 'backgroundColor', 'soft'],
  ['mille-announcement', 'svg', 'color', 'text'],
  ['mille-feedback', 'a', 'color', 'text'],
  ['mille-login', '.mille-login-main', 'backgroundColor', 'accent'],
  ['mille-login', '.mille-login-main', 'color', 'ink']
] as const satisfies readonly (readonly [string, string, string, keyof AccentColors])[]

/** Gives the network one offer, an announcement, and its own brand, if it has one. */
function serve(
  network: DeliveryStandIn,
  own: string | null,
  type: 'default' | 'alarm' = 'default'
) {
  const [offer] = offers(1) as { attributes: object }[]
  const data = [{ ...offer, attributes: { ...offer?.attributes, logo: null } }]
  const answers = {
    '/api/v1/publication_offers/preview': { data, meta: { styles: own } },
    '/api/v1/announce/': { ...announcement(type), styles: own },
    [brandPath]: { data: { attributes: { name: own ? 'Acme Ads' : 'Mille', styles: own } } }
  }
  for (const [path, body] of Object.entries(answers))
    network.answers.set(`GET ${path}`, { status: 200, body })
}

/** Opens all widgets on a page with a strict policy, in this theme, with the dialog for signing in. */
async function openAll(
  page: Page,
  network: DeliveryStandIn,
  site: HostSite,
  theme: Theme,
  body = widgets
) {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  site.pages.set('/', strictPage(network, body))
  await page.goto(site.origin)
  await openDialog(page)
  for (const [element, part] of places) await page.locator(`${element} ${part}`).waitFor()
  await drawn(page)
}

async function openDialog(page: Page) {
  await page.waitForFunction(() => customElements.get('mille-login'))
  await page
    .locator('mille-login')
    .evaluate(it => (it as unknown as { open(name: string): void }).open('GET_SIGN_IN_POPUP'))
}

function readColors(page: Page): Promise<string[]> {
  return Promise.all(
    places.map(([element, part, property]) =>
      page
        .locator(`${element} ${part}`)
        .evaluate((it, name) => getComputedStyle(it)[name], property)
    )
  )
}

for (const theme of ['light', 'dark'] as const)
  test(`widgets on another site have the name and the colors of the network: ${theme}`, async ({
    page,
    network,
    site,
    problems
  }) => {
    const violations = await collectViolations(page)
    await waitForBrand(page)
    serve(network, styles)
    network.dataMs = 150
    await openAll(page, network, site, theme)
    expect(await readColors(page)).toEqual(places.map(it => rgb(colors[it[3]][theme])))
    await expect(page.getByRole('dialog', { name: 'Sign in · Acme Ads' })).toBeVisible()
    const texts = await page.evaluate(() =>
      [...document.querySelectorAll('*')].map(it => it.shadowRoot?.textContent ?? '').join(' ')
    )
    expect(texts).toContain('Acme Ads')
    expect(texts).not.toMatch(/\bMille\b/)
    expect(await layoutShift(page)).toBe(0)
    expect(await violations()).toEqual([])
    expect(problems).toEqual([])
    const calls = network.requests.filter(it => it.path === brandPath)
    expect(calls.length).toBeLessThanOrEqual(2)
    expect(network.requests.filter(it => it.cookie)).toEqual([])
  })

test('an alarm keeps its color, which has a meaning', async ({ page, network, site }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  site.pages.set('/', strictPage(network, '<mille-announcement></mille-announcement>'))
  const seen: string[] = []
  for (const own of [null, styles]) {
    serve(network, own, 'alarm')
    await page.goto(site.origin)
    const read = (it: Element) => getComputedStyle(it).backgroundColor
    await page.locator('.mille-announcement').waitFor()
    seen.push(await inside(page, '.mille-announcement', read, 'mille-announcement'))
  }
  expect(seen[1]).toBe(seen[0])
})

test('the color that a page sets on an element has priority', async ({ page, network, site }) => {
  await waitForBrand(page)
  serve(network, styles)
  site.pages.set('/', {
    html: strictPage(network, widgets).html.replace(
      '<main>',
      '<style>mille-login,mille-feedback{--mille-accent:#663399;--mille-accent-text:#663399}</style><main>'
    )
  })
  await page.goto(site.origin)
  await openDialog(page)
  await page.locator('.mille-login-main').waitFor()
  await page.locator('.mille-feedback').waitFor()
  const seen = await readColors(page)
  expect([seen[0], seen[4], seen[5]]).toEqual([
    rgb(colors.soft.light),
    'rgb(102, 51, 153)',
    'rgb(102, 51, 153)'
  ])
})

for (const [way, answer] of [
  ['fails', { status: 503, body: { errors: [] } }],
  ['answers something else', { status: 200, body: [] }],
  ['never answers', null]
] as const)
  test(`without its brand, a network has the built-in colors: the call ${way}`, async ({
    page,
    network,
    site,
    problems
  }) => {
    serve(network, null)
    await openAll(page, network, site, 'light')
    const builtIn = await readColors(page)
    network.answers.set(`GET ${brandPath}`, answer)
    await openAll(page, network, site, 'light')
    expect(await readColors(page)).toEqual(builtIn)
    await expect(page.getByRole('dialog', { name: 'Sign in', exact: true })).toBeVisible()
    expect(await layoutShift(page)).toBe(0)
    expect(problems).toEqual([])
  })

test('a late answer changes nothing that is shown, and counts for what is drawn next', async ({
  page,
  network,
  site
}) => {
  serve(network, styles)
  let answer = () => {}
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route(`**${brandPath}`, async route => {
    await answered
    await route.continue()
  })
  await openAll(page, network, site, 'light')
  const before = await readColors(page)
  expect(before[5]).not.toBe(rgb(accent))
  const arrived = page.waitForResponse(`**${brandPath}`)
  answer()
  await arrived
  await quietFor(200, async () => expect(await readColors(page)).toEqual(before))
  await page.locator('mille-login').evaluate(it => (it as unknown as { refresh(): void }).refresh())
  await openDialog(page)
  await expect(page.getByRole('dialog', { name: 'Sign in · Acme Ads' })).toBeVisible()
  expect((await readColors(page))[5]).toBe(rgb(accent))
})

test('a dialog that is closed before its colors have arrived does not open', async ({
  page,
  network,
  site
}) => {
  serve(network, styles)
  network.answers.set(`GET ${brandPath}`, null)
  site.pages.set('/', strictPage(network, '<mille-login></mille-login>'))
  await page.goto(site.origin)
  await openDialog(page)
  await expect.poll(() => network.requests.some(it => it.path === brandPath)).toBe(true)
  await page.locator('mille-login').evaluate(it => (it as unknown as { close(): void }).close())
  await quietFor(500, async () => expect(await page.getByRole('dialog').count()).toBe(0))
})
