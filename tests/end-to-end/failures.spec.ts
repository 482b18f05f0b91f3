import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { slice } from '@mille/testing/slice.ts'
import { expect, type Page } from 'playwright/test'
import { demoChain, openAs } from './demo-people.ts'
import { failReads, openInApp, type Way, waitUntilSettled, watchErrors, ways } from './failing.ts'
import { type Furniture, furnish, furnishedPath } from './furnish.ts'
import screens from './screens.json' with { type: 'json' }
import { test } from './test.ts'
import { openWorld } from './writes/open-world.ts'
import { writes } from './writes/table.ts'
import { tryWrite } from './writes/try-write.ts'

/**
 * Time limit in milliseconds for starting a server with a demo network and opening about twenty pages on a busy
 * machine.
 */
const longestMs = 600_000

/** `npm test` opens every fourth page, each in one of the ways; `npm run prove` each page in each way. */
const isProof = process.env.MILLE_PROOF === 'full'

let server: ServerProcess
let furniture: Furniture

test.beforeAll(async ({ browser }) => {
  test.setTimeout(longestMs)
  // No withdrawal is sent because there is no signer, so withdrawals can be requested and stay pending.
  server = await startServerProcess({
    DEMO: 'true',
    SIGNER_SOCKET: '/nowhere/signer.sock',
    ...demoChain
  })
  furniture = await furnish(browser, server)
})
test.afterAll(() => server.dispose())

/** A page that reads no data, with the frame that every page has. */
const start = '/ad-solutions/'

for (const who of ['visitor', 'advertiser', 'publisher', 'operator']) {
  test(`every page for the ${who} that cannot be had says so, and can be had afterwards`, async ({
    browser
  }) => {
    test.setTimeout(longestMs)
    const page = await openAs(browser, server, who)
    const errors = watchErrors(page)
    const mine = screens.filter(it => it.who === who)
    for (const [index, { name, path }] of slice(mine, 4).entries()) {
      const address = furnishedPath(path, furniture)
      const tried = isProof ? ways : ways.filter((_, place) => place === index % ways.length)
      for (const way of tried) await test.step(`${name}: ${way}`, () => tryWay(page, address, way))
      expect(errors, name).toEqual([])
    }
    await page.context().close()
  })
}

async function tryWay(page: Page, address: string, way: Way) {
  const { pathname } = new URL(server.url + address)
  await openStart(page, way)
  const end = await failReads(page, way)
  await openInApp(page, address)
  // A person who may not see the page is sent to the root, which loads a new document.
  const isSent = (url: URL) => url.pathname === pathname || url.searchParams.has('flash')
  if (way === 'forbidden') await expect(page).toHaveURL(isSent)
  await waitUntilSettled(page)
  await expectPage(page)
  await end()
  if (way === 'forbidden' || way === 'gone') await openInApp(page, address)
  await pressRetries(page)
  await expect(page).toHaveURL(url => url.pathname === pathname)
  await expectPage(page)
}

/**
 * Opens the start page: with a full load if the code of the tested page must not be loaded yet, otherwise by navigating
 * within the app, which is faster.
 */
async function openStart(page: Page, way: Way) {
  const isWhole = way === 'no code' || !page.url().startsWith(server.url)
  if (isWhole) await page.goto(server.url + start)
  else await openInApp(page, start)
  await expect(page).toHaveURL(server.url + start)
  await waitUntilSettled(page)
  if (isWhole) await page.waitForLoadState('networkidle')
}

/**
 * Opens a page and waits for the code of the given parts, which the browser loads when it has time: on a busy machine
 * the network may be idle before that.
 */
async function openWhole(page: Page, address: string, parts: readonly string[]) {
  const coming = new Set<string>()
  const isCode = (url: string) => url.includes('/assets/')
  page.on('request', it => isCode(it.url()) && coming.add(it.url()))
  page.on('requestfinished', it => coming.delete(it.url()))
  const arrived = parts.map(part =>
    page.waitForResponse(it => it.url().includes(`/assets/${part}-`))
  )
  await page.goto(server.url + address)
  await Promise.all(arrived)
  await expect.poll(() => coming.size).toBe(0)
  await waitUntilSettled(page)
}

/** Presses "Try again" until none is left: that of the page, and those of parts that read by themselves. */
async function pressRetries(page: Page) {
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect(async () => {
    await waitUntilSettled(page)
    if ((await retry.count()) > 0) await retry.first().click({ timeout: 1_000 })
    await waitUntilSettled(page)
    await expect(retry).toHaveCount(0, { timeout: 500 })
  }).toPass({ timeout: 20_000 })
}

/** Expects a page that is never blank: it has its frame, a heading, and words. */
async function expectPage(page: Page) {
  await expect(page.locator('h1')).toHaveText(/\S/)
  await expect(page.getByRole('main')).toHaveText(/\S/)
  await expect(page.getByRole('link', { name: 'Mille: home' })).toBeVisible()
}

test('an offer that has just been taken down says so inside of the application', async ({
  browser
}) => {
  const page = await openAs(browser, server, 'visitor')
  const errors = watchErrors(page)
  await page.goto(`${server.url}/marketplace`)
  await page.route('**/api/v1/publication_offers/1**', route =>
    route.fulfill({ status: 404, json: { errors: [{ status: '404', code: 'not_found' }] } })
  )
  await page.locator('main a[href="/marketplace/1"]').first().click()
  await expect(page.locator('h1')).toHaveText('Page not found')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.goBack()
  await expect(page.locator('h1')).toHaveText('Marketplace')
  expect(errors).toEqual([])
  await page.context().close()
})

// Changes words as a translating proxy or extension does, so that React does not find what it would have drawn.
for (const [what, from, to] of [
  ['its heading', /(<h1[^>]*>)[^<]+/, '$1Marktplatz'],
  ['its frame', /(<header[^>]*>)/, '$1<p>Marktplatz</p>']
] as const) {
  test(`a page that something on the way has changed in ${what} is drawn anew, and works`, async ({
    browser
  }) => {
    const page = await openAs(browser, server, 'visitor')
    const errors = watchErrors(page)
    await page.route(`${server.url}/marketplace`, async route => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace(from, to)
      expect(body).toContain('Marktplatz')
      await route.fulfill({ response: answer, body })
    })
    await page.goto(`${server.url}/marketplace`)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('h1')).toHaveText('Marketplace')
    await expectPage(page)
    await page.locator('main a[href="/marketplace/1"]').first().click()
    await expect(page).toHaveURL(`${server.url}/marketplace/1`)
    await expectPage(page)
    expect(errors.filter(it => !/hydrat|#418/i.test(it))).toEqual([])
    await page.context().close()
  })
}

test('a page whose drawing fails in the browser says so, and its links work', async ({
  browser
}) => {
  const page = await openAs(browser, server, 'visitor')
  // Makes date formatting fail, which the page needs for the day on which the offer's site was verified.
  await page.addInitScript(() => {
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      get() {
        throw new Error('planted')
      }
    })
  })
  await page.goto(`${server.url}/marketplace/1`)
  await expect(page.locator('h1')).toHaveText('This page could not be loaded')
  await page.getByRole('navigation', { name: 'Main' }).getByText('For advertisers').click()
  await expect(page.locator('h1')).not.toHaveText('This page could not be loaded')
  await expectPage(page)
  await page.context().close()
})

test('a filter that cannot be loaded leaves the list, the words and the address', async ({
  browser
}) => {
  const page = await openAs(browser, server, 'visitor')
  const errors = watchErrors(page)
  await page.goto(`${server.url}/marketplace`)
  const before = await page.getByRole('main').textContent()
  await page.route('**/api/v1/**', route =>
    route.fulfill({ status: 429, json: { errors: [{ status: '429', code: 'too_many_requests' }] } })
  )
  const box = page.getByRole('checkbox', { name: /^Article/ })
  await box.click()
  await expect(page.getByText('Too many attempts')).toBeVisible()
  await expect(box).not.toBeChecked()
  expect(await page.getByRole('main').textContent()).toBe(before)
  expect(new URL(page.url()).search).toBe('')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/publication_offer_type_in/)
  await expect(box).toBeChecked()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  expect(errors).toEqual([])
  await page.context().close()
})

test('without a network the page stays, and the link works when it is back', async ({
  browser
}) => {
  const page = await openAs(browser, server, 'advertiser')
  const errors = watchErrors(page)
  await openWhole(page, '/suggestions', ['user-menu', 'later-notices'])
  await page.context().setOffline(true)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', {
    name: 'Finances'
  })
  await link.click()
  await expect(page.getByText('The page could not be opened')).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/suggestions`)
  // The notice stays visible while the page is loaded again, so the second failure is detected by its request.
  const failed = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Try again' }).click()
  await failed
  await waitUntilSettled(page)
  await expect(page.getByText('The page could not be opened')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('h1')).toHaveText('Finances')
  expect(errors).toEqual([])
  await page.context().close()
})

test('a page that lost its network before its menu had come stays, and has the menu later', async ({
  browser
}) => {
  const page = await openAs(browser, server, 'advertiser')
  const errors = watchErrors(page)
  // The files of the account menu, and of the notice that would report that the menu is unavailable.
  const isLater = (url: URL) => /\/assets\/(user-menu|page-loads)-/.test(url.pathname)
  await page.route(isLater, route => route.abort('internetdisconnected'))
  const failed = page.waitForEvent('requestfailed', it => it.url().includes('/page-loads-'))
  await page.goto(`${server.url}/suggestions`)
  await failed
  await expectPage(page)
  await page.unrouteAll()
  const menu = page.getByRole('banner').locator('[aria-haspopup="menu"]')
  await expect(menu.first()).toBeVisible({ timeout: 30_000 })
  await expectPage(page)
  expect(errors).toEqual([])
  await page.context().close()
})

test('a popup whose code cannot be had leaves the page, and opens when it can', async ({
  browser
}) => {
  const page = await openAs(browser, server, 'visitor')
  const errors = watchErrors(page)
  await openWhole(page, start, ['later-notices'])
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('The page could not be opened')).toBeVisible()
  await expectPage(page)
  await page.context().setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible()
  expect(errors).toEqual([])
  await page.context().close()
})

test('money that has moved is shown although the page could not be loaded again', async ({
  browser
}) => {
  const page = await openAs(browser, server, 'advertiser')
  const errors = watchErrors(page)
  await page.goto(`${server.url}/campaigns/1/money`)
  await page.getByLabel('Amount').fill('0.0001')
  const onCampaign = page.getByText('Campaign balance', { exact: true }).locator('..')
  const before = await onCampaign.textContent()
  await page.route('**/api/v1/**', route =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500, body: '' }) : route.continue()
  )
  const sent = page.waitForResponse(it => it.request().method() === 'POST' && it.status() === 201)
  await page.getByRole('button', { name: 'Add funds' }).click()
  await sent
  await expect(page.getByText('This page may be out of date')).toBeVisible()
  await expect(onCampaign).not.toHaveText(before ?? '')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('This page may be out of date')).toHaveCount(0)
  expect(errors).toEqual([])
  await page.context().close()
})

for (const [who, path, names] of [
  ['advertiser', '/finances/history', [/^mille-finances-[\d-]+\.csv$/]],
  [
    'advertiser',
    '/campaigns/1/money',
    [/^mille-campaign-1-bill\.jsonl$/, /^mille-campaign-1-statements\.csv$/]
  ],
  [
    'publisher',
    '/ad-units/1/money',
    [
      /^mille-ad-unit-1-bill-BTC\.jsonl$/,
      /^mille-ad-unit-1-bill-USD\.jsonl$/,
      /^mille-ad-unit-1-statements\.csv$/
    ]
  ],
  ['advertiser', '/settings', [/^mille-\d+-[\d-]+\.json$/]]
] as const) {
  test(`each file of ${path} arrives, and the page stays`, async ({ browser }) => {
    const page = await openAs(browser, server, who)
    const errors = watchErrors(page)
    await page.goto(server.url + path)
    const h1 = await page.locator('h1').textContent()
    const links = page.locator('main a[download]')
    await expect(links).toHaveCount(names.length)
    for (const [index, name] of names.entries()) {
      const file = page.waitForEvent('download')
      await links.nth(index).click()
      expect((await file).suggestedFilename()).toMatch(name)
      expect(await (await file).failure()).toBeNull()
    }
    await expect(page.locator('h1')).toHaveText(h1 ?? '')
    expect(errors).toEqual([])
    await page.context().close()
  })
}

for (const when of ['alone', 'as the page reloads'])
  test(`a list that is asked for ${when} after the session has ended leads to signing in, and back`, async ({
    browser
  }) => {
    const page = await openAs(browser, server, 'advertiser')
    const errors = watchErrors(page)
    await page.goto(`${server.url}/de/finances/history`)
    await page.waitForLoadState('networkidle')
    if (when === 'as the page reloads') await reloadOnInput(page)
    // Only the requested list fails: any other data that the page reads again would leave the page first.
    await page.route('**/api/v1/users/*/finances/history?*2026-01-01*', route =>
      route.fulfill({
        status: 401,
        json: { errors: [{ status: '401', code: 'not_authenticated' }] }
      })
    )
    await page.getByLabel('From', { exact: true }).fill('2026-01-01')
    await expect(page).toHaveURL(url => url.pathname === '/de/user/sign_in')
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('flash')).toBe('not_authenticated')
    expect(searchParams.get('return_to')).toBe('/finances/history?from=2026-01-01')
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page).toHaveURL(url => url.pathname === '/de/finances/history')
    await expect(page.locator('h1')).toHaveText('Finances')
    expect(errors).toEqual([])
    await page.context().close()
  })

/** Makes the page reload its data at the moment when a field changes. */
async function reloadOnInput(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { revalidate: () => Promise<void> }
    }
    addEventListener('input', () => void router.revalidate(), { once: true })
  })
}

test('a table of sites that cannot be loaded shows none of another filter', async ({ browser }) => {
  const page = await openAs(browser, server, 'advertiser')
  const errors = watchErrors(page)
  await page.goto(`${server.url}/campaigns/1/edit?step=traffic`)
  await expect(page.getByRole('button', { name: 'Select kettleforum.example' })).toBeVisible()
  await page.route('**/api/v1/traffic_selections?**', route =>
    route.fulfill({ status: 429, json: { errors: [{ status: '429', code: 'too_many_requests' }] } })
  )
  await page.getByLabel('Name contains').fill('kettle')
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Select kettleforum.example' })).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Select kettleforum.example' })).toBeVisible()
  expect(errors).toEqual([])
  await page.context().close()
})

const numbered = writes.map((write, index) => ({ ...write, index }))

/** `npm test` tries every 25th of the writes, `npm run prove` all of them. */
for (const write of slice(numbered, 25)) {
  const { index, call, who, path } = write
  test(`write ${index}, ${call} by the ${who} at ${path}: lost before and after, done once`, async ({
    browser
  }) => {
    test.setTimeout(longestMs)
    const world = await openWorld(browser, server, furniture, who)
    const errors = watchErrors(world.page)
    await tryWrite(world, write)
    expect(errors).toEqual([])
    await world.page.context().close()
  })
}
