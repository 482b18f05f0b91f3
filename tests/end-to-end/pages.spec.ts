import type { ServerProcess } from '@mille/testing/server-process.ts'
import { expect } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { openAs } from './demo-people.ts'
import { type Furniture, furnishedPath } from './furnish.ts'
import { layoutFaults, provenWidths } from './layout-faults.ts'
import screens from './screens.json' with { type: 'json' }
import { shiftOf } from './shift-of.ts'
import { test } from './test.ts'
import { continueOf } from './wizard-steps.ts'

/** Time limit in milliseconds for about twenty pages on a busy machine. */
const maxMs = 600_000

let server: ServerProcess
let furniture: Furniture
/**
 * `npm test` checks each page in light or dark, at the narrowest width and every other of the rest, and mirrored at one
 * width; the next page gets the remaining cases. `npm run prove` checks each page in all of them.
 */
const isProof = process.env.MILLE_PROOF === 'full'

test.beforeAll(({ demo }) => {
  server = demo.server
  furniture = demo.furniture
})

for (const who of ['visitor', 'advertiser', 'publisher', 'operator']) {
  test(`every page of a ${who} has nothing for axe to find, and fits from 320 to 1,920 px`, async ({
    browser
  }) => {
    test.setTimeout(maxMs)
    const page = await openAs(browser, server, who)
    const theirs = screens.filter(it => it.who === who)
    for (const [index, { name, path }] of theirs.entries()) {
      const both = ['light', 'dark'] as const
      const schemes = isProof ? both : both.filter((_, place) => place === index % 2)
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.emulateMedia({ colorScheme: schemes[0] ?? 'light', reducedMotion: 'reduce' })
      await page.goto(server.url + furnishedPath(path, furniture))
      await expect(page.locator('h1'), name).toHaveCount(1)
      await expect(page.locator('[aria-busy=true]'), name).toHaveCount(0)
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page, name)
      }

      const widths = provenWidths.filter((_, place) => isProof || !place || place % 2 === index % 2)
      expect(await layoutFaults(page, widths), name).toEqual([])
      await page.evaluate(() => {
        document.documentElement.dir = 'rtl'
      })
      const mirrored = isProof ? provenWidths : [index % 2 ? 1280 : 320]
      expect(await layoutFaults(page, mirrored), `${name}, right to left`).toEqual([])
    }
    await page.context().close()
  })
}

test('the header fits at every width before any script runs, and its menu opens without one', async ({
  browser
}) => {
  test.setTimeout(maxMs)
  for (const who of ['visitor', 'advertiser', 'operator']) {
    const account = await openAs(browser, server, who)
    const context = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await account.context().storageState()
    })
    await account.context().close()
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.goto(`${server.url}/marketplace`)
    const header = page.getByRole('banner').first()
    const navigation = header.getByRole('navigation', { name: 'Main' })
    for (const width of [320, 360, 600, 768, 820, 935, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 700 })
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(sideways, `${who} at ${width} px`).toBe(0)
      const menu = header.getByRole('button', { name: 'Menu', exact: true })
      if (await menu.isVisible()) {
        await expect(navigation).toBeHidden()
        await menu.click()
      }
      await expect(navigation.getByRole('link', { name: 'Marketplace' })).toBeVisible()
      if (who === 'visitor')
        await expect(header.getByRole('button', { name: 'Create account' }).last()).toBeVisible()
      await page.keyboard.press('Escape')
    }
    await context.close()
  }
})

test('nothing moves while a step of an edited campaign loads', async ({ browser }) => {
  const page = await openAs(browser, server, 'advertiser')
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const step of ['creative', 'banners', 'payment', 'traffic', 'review']) {
      await page.goto(`${server.url}/campaigns/1/edit?step=${step}`)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      expect(await shiftOf(page), `${step} at ${width} px`).toBeLessThan(0.01)
    }
  }
  await page.context().close()
})

test('the code of the later steps of a new campaign is there before they are opened', async ({
  browser
}) => {
  const page = await openAs(browser, server, 'visitor')
  const loaded: string[] = []
  page.on('requestfinished', request => loaded.push(request.url()))
  await page.goto(`${server.url}/campaigns/new/`)
  for (const part of ['banners-step', 'payment-step', 'reach-card', 'traffic-step', 'review-step'])
    await expect.poll(() => loaded.some(url => url.includes(`/assets/${part}-`)), part).toBe(true)
  await page.context().close()
})

test('what is typed and pressed before the code of a step arrives is kept', async ({ browser }) => {
  const page = await openAs(browser, server, 'advertiser')
  const code = Promise.withResolvers<void>()
  const isCode = /\/assets\/payment-step-/
  await page.route(isCode, async route => {
    await code.promise
    await route.continue()
  })
  const requested = page.waitForRequest(isCode)
  await page.goto(`${server.url}/campaigns/1/edit?step=payment`)
  await requested
  const budget = page.getByRole('textbox', { name: 'Total budget' })
  const step = page.locator('[aria-current=step]')
  await budget.fill('0.0321')
  await continueOf(page).click()
  await expect(page.locator('form [aria-busy=true]')).toHaveText('Continue')
  await expect(step).toContainText('Payment')
  await expect(budget).toHaveValue('0.0321')
  code.resolve()
  await expect(step).toContainText('Traffic')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(step).toContainText('Payment')
  await expect(budget).toHaveValue('0.0321')
  await page.context().close()
})

test('a page after the last of a list says so and leads back', async ({ browser }) => {
  const lists = [
    ['visitor', '/marketplace?page[number]=9', '/marketplace'],
    ['visitor', '/marketplace?filter[query]=note&page[number]=9', '/marketplace'],
    ['publisher', '/publication_offers?page=9', '/publication_offers'],
    ['advertiser', '/publication_orders?page=9', '/publication_orders']
  ] as const
  for (const [who, path, list] of lists) {
    const page = await openAs(browser, server, who)
    await page.goto(server.url + path)
    const main = page.getByRole('main')
    await expect(main.getByText('This page is empty'), path).toBeVisible()
    await expect(main, path).not.toContainText('yet')
    await main.getByRole('link', { name: 'Go to the first page' }).click()
    await expect(main.getByText('This page is empty'), path).toHaveCount(0)
    expect(new URL(page.url()).pathname).toBe(list)
    expect(new URL(page.url()).search).not.toContain('=9')
    await page.context().close()
  }
})

test('every popup of signing in is there by its name', async ({ browser }) => {
  const page = await openAs(browser, server, 'visitor')
  const dialog = (name: string) => page.getByRole('dialog', { name })
  await page.goto(`${server.url}/#login-form`)
  // GET_SIGN_IN_POPUP leads to ENTER_ACCESS_POPUP, and that to RESET_PASSWORD_POPUP.
  await dialog('Sign in').getByRole('button', { name: 'I already have a code' }).click()
  await dialog('Enter your access code').getByRole('button', { name: 'Can’t sign in?' }).click()
  const reset = dialog('Recover access')
  await reset.getByLabel('Email address').fill('somebody@example.com')
  await reset.getByRole('button', { name: 'Email me a code' }).click()
  // The popup CHECK_YOUR_EMAIL follows.
  await expect(dialog('Check your email')).toContainText('somebody@example.com')
  await page.keyboard.press('Escape')
  // CREATE_ACCOUNT leads to ANONYMOUS_SIGN_UP and, by email, to CONFIRM_AN_ACCOUNT with its address.
  await page.goto(`${server.url}/campaigns/new/#create-account`)
  const create = dialog('Create an account')
  await create.getByRole('button', { name: 'Continue without an email address' }).click()
  await expect(dialog('Anonymous account')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`${server.url}/marketplace#create-account`)
  await create.getByLabel('Email address').fill('newcomer@example.com')
  await create.getByRole('button', { name: 'Create account', exact: true }).click()
  await expect(dialog('Confirm your account')).toContainText('newcomer@example.com')
  await page.context().close()
})

test('the popups of the campaign wizard open from its steps', async ({ browser }) => {
  const page = await openAs(browser, server, 'advertiser')
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  // An invitation from an ad unit that shows ads selects that ad unit in the draft, and there is nothing to explain.
  const unit = `${server.url}/campaigns/new/?source_id=1&source_type=ad_unit&partner=2`
  await page.goto(unit)
  const kept = () => page.evaluate(() => localStorage.getItem('draft:campaignDraft') ?? '')
  await expect.poll(kept).toContain('"selectedAdUnits":[{"id":"1"')
  await expect(page.getByRole('button', { name: 'What this means' })).toHaveCount(0)
  // An invitation that cannot be used is described as the kind of place that the link names.
  const unused = (type: string) => `/campaigns/new/?source_id=999999&source_type=${type}`
  await page.goto(server.url + unused('site'))
  await expect(page.getByText('The site in the link is not in the network')).toBeVisible()
  await page.goto(`${server.url}${unused('ad_unit')}&partner=2`)
  await page.getByRole('button', { name: 'What this means' }).click()
  const referred = dialog('You were referred by an affiliate')
  await expect(referred).toContainText('The ad unit in the link does not accept campaigns')
  await expect(referred).not.toContainText('does not name')
  await page.evaluate(() => localStorage.clear())
  await page.goto(unit)
  await expect.poll(kept).toContain('"selectedAdUnits":[{"id":"1"')
  // For a partner's link without a site or ad unit, the dialog says what the draft contains.
  await page.goto(`${server.url}/campaigns/new/?partner=2`)
  await page.getByRole('button', { name: 'What this means' }).click()
  await expect(dialog('You were referred by an affiliate')).toContainText('is unchanged')
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.getByRole('button', { name: 'What this means' }).click()
  await expect(dialog('You were referred by an affiliate')).toContainText(
    'starts with the whole network'
  )
  await dialog('You were referred by an affiliate').getByRole('button', { name: 'Got it' }).click()
  await page.getByRole('button', { name: 'I have a coupon' }).click()
  const coupon = dialog('Use a coupon')
  await coupon.getByLabel('Coupon code').fill('NO-SUCH-CODE')
  await coupon.getByRole('button', { name: 'Check coupon' }).click()
  await expect(coupon.getByText('The coupon does not exist')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto(`${server.url}/campaigns/1/edit?step=traffic`)
  await page.getByRole('button', { name: 'What the rating means' }).click()
  await expect(dialog('Traffic rating')).toContainText('A new unit has a rating of 0.25')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'kettleforum.example', exact: true }).click()
  const item = dialog('kettleforum.example')
  await item.getByRole('button', { name: 'Select kettleforum.example' }).nth(1).click()
  await expect(item.getByRole('button', { name: 'Selected kettleforum.example' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list', { name: 'Runs only on' })).toContainText('kettleforum')
  await page.context().close()
})

test('what is typed and pressed before the code of a part comes is not lost', async ({
  browser
}) => {
  const page = await openAs(browser, server, 'publisher')
  const open = async (path: string, part: string) => {
    let deliver = () => {}
    const delivered = new Promise<void>(resolve => {
      deliver = resolve
    })
    await page.route(new RegExp(`/assets/${part}[^/]*\\.js$`), async route => {
      await delivered
      await route.continue()
    })
    await page.goto(server.url + path, { waitUntil: 'commit' })
    // React has already hydrated the rest of the page.
    await page.waitForFunction(() =>
      Object.keys(document.body ?? {}).some(it => it.startsWith('__react'))
    )
    return deliver
  }
  const deliverRating = await open('/ad-units/1', 'rating-dialog')
  await page.getByRole('button', { name: 'What the rating means' }).click()
  deliverRating()
  await expect(page.getByRole('dialog', { name: 'Traffic rating' })).toBeVisible()
  const deliverSettings = await open('/ad-units/1/placement', 'unit-settings')
  await page.getByLabel('Name', { exact: true }).fill('A quick name')
  deliverSettings()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('A quick name')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await page.context().close()
})

test('a page says when the server has a newer build, and reloads only when asked', async ({
  browser
}) => {
  const page = await openAs(browser, server, 'visitor')
  await page.goto(`${server.url}/ad-solutions/`)
  await page.route('**/assets/manifest-*.js', (route, request) =>
    request.method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.fallback()
  )
  await expect(async () => {
    // The event is repeated, because the page does not listen before its scripts have loaded.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText('A newer version of this page is available.')).toBeVisible({
      timeout: 500
    })
  }).toPass()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText('A newer version of this page is available.')).toHaveCount(0)
  await page.context().close()
})
