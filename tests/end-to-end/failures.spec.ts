import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { expect } from 'playwright/test'
import { demoChain, openAs } from './demo-people.ts'
import { openInApp, watchErrors } from './failing.ts'
import { test } from './test.ts'

/** A server with a demo network, on a machine that may be busy. */
const startMs = 240_000

let server: ServerProcess

test.beforeAll(async () => {
  test.setTimeout(startMs)
  server = await startServerProcess({ DEMO: 'true', ...demoChain })
})
test.afterAll(() => server.dispose())

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
  await expect(page.locator('h1')).toHaveText('There is nothing at this address')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.goBack()
  await expect(page.locator('h1')).toHaveText('Marketplace')
  expect(errors).toEqual([])
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
  await openInApp(page, '/marketplace?sort=price')
  await expect(page.getByText('That was tried too often')).toBeVisible()
  expect(await page.getByRole('main').textContent()).toBe(before)
  expect(new URL(page.url()).search).toBe('')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/sort=price/)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  expect(errors).toEqual([])
  await page.context().close()
})

test('without a network the page stays, and the link works when it is back', async ({
  browser
}) => {
  const page = await openAs(browser, server, 'advertiser')
  const errors = watchErrors(page)
  await page.goto(`${server.url}/suggestions`)
  await expect(page.locator('h1')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', {
    name: 'Finances'
  })
  await link.click()
  await expect(page.getByText('That page could not be opened')).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/suggestions`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('That page could not be opened')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('h1')).toHaveText('Finances')
  expect(errors).toEqual([])
  await page.context().close()
})

test('money that has moved is shown although the page could not be loaded again', async ({
  browser
}) => {
  const page = await openAs(browser, server, 'advertiser')
  const errors = watchErrors(page)
  await page.goto(`${server.url}/campaigns/1`)
  await page.getByLabel('Amount').fill('0.0001')
  const onCampaign = page.getByText('On the campaign', { exact: true }).locator('..')
  const before = await onCampaign.textContent()
  await page.route('**/api/v1/**', route =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500, body: '' }) : route.continue()
  )
  const sent = page.waitForResponse(it => it.request().method() === 'POST' && it.status() === 201)
  await page.getByRole('button', { name: 'Move to the campaign' }).click()
  await sent
  await expect(page.getByText('This page may be out of date')).toBeVisible()
  await expect(onCampaign).not.toHaveText(before ?? '')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('This page may be out of date')).toHaveCount(0)
  expect(errors).toEqual([])
  await page.context().close()
})

for (const [who, path, name] of [
  ['advertiser', '/finances', /^mille-finances-[\d-]+\.csv$/],
  ['advertiser', '/campaigns/1', /^mille-campaign-1-statements\.csv$/],
  ['publisher', '/ad-units/1', /^mille-ad-unit-1-statements\.csv$/],
  ['advertiser', '/settings', /^mille-\d+-[\d-]+\.json$/]
] as const) {
  test(`the file of ${path} arrives, and the page stays`, async ({ browser }) => {
    const page = await openAs(browser, server, who)
    const errors = watchErrors(page)
    await page.goto(server.url + path)
    const h1 = await page.locator('h1').textContent()
    const file = page.waitForEvent('download')
    await page.locator('main a[download]').first().click()
    expect((await file).suggestedFilename()).toMatch(name)
    expect(await (await file).failure()).toBeNull()
    await expect(page.locator('h1')).toHaveText(h1 ?? '')
    expect(errors).toEqual([])
    await page.context().close()
  })
}
