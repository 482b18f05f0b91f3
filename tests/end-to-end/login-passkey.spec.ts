import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { expect } from 'playwright/test'
import { addAuthenticator } from './authenticator.ts'
import { openAccount } from './browser-account.ts'
import { type PublisherPage, startPublisherPage } from './publisher-page.ts'
import { test } from './test.ts'

let server: ServerProcess
let site: PublisherPage

test.beforeAll(async () => {
  site = await startPublisherPage()
  server = await startServerProcess({ ALLOWED_ORIGINS: new URL(site.url).origin })
  site.body = widgets()
})
test.afterAll(async () => {
  await site.stop()
  await server.dispose()
})

/**
 * A passkey belongs to the network's own site: the network's pages ask for it directly, and every other page leaves it
 * to the network's window.
 */
test('a passkey signs in by the widget on a page of the network, and elsewhere in its window', async ({
  browser
}) => {
  const { page } = await openAccount(browser, server.url)
  const device = await addAuthenticator(page)
  await server.query('update sessions set stepped_up_at = now()')
  await page.goto(`${server.url}/settings`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()

  await page.context().clearCookies()
  const ownPage = `${server.url}/a-page-of-the-network`
  const html = `<!doctype html><html lang="en"><title>A page</title>${widgets()}</html>`
  await page.route(ownPage, route => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto(`${ownPage}#login-form`)
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  const button = dialog.getByRole('button', { name: 'Use a passkey' })
  await device.refuse()
  const asked = page.waitForResponse(it => it.url().endsWith('/passkey_challenges'))
  await button.click()
  expect((await asked).status()).toBe(201)
  await expect(button).toHaveAttribute('aria-busy', 'false')
  const account = `${server.url}/api/v1/current_user`
  expect((await page.request.get(account)).status()).toBe(401)
  await device.agree()
  await button.click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('mille-feedback a')).toHaveAttribute('href', /\/suggestions/)
  expect((await page.request.get(account)).status()).toBe(200)

  await page.context().clearCookies()
  await page.goto(`${site.url}#login-form`)
  const goOn = dialog.getByRole('button', { name: /^Continue at/ })
  await expect(goOn).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  const [opened] = await Promise.all([page.context().waitForEvent('page'), goOn.click()])
  await device.lendTo(opened)
  const usePasskey = opened.getByRole('button', { name: 'Use a passkey' })
  // A button that is pressed before the page is interactive does nothing. On a busy machine, signing in takes longer
  // than one check.
  await expect(async () => {
    if (await usePasskey.isVisible()) await usePasskey.click({ timeout: 1_000 })
    await opened.getByText(new URL(site.url).origin).waitFor({ timeout: 2_000 })
  }).toPass()
  await Promise.all([
    opened.waitForEvent('close'),
    opened.getByRole('button', { name: 'Continue' }).click()
  ])
  await expect(page.locator('mille-feedback a')).toHaveAttribute('href', /\/suggestions\?token=/)
  await page.context().close()
})

const widgets = () =>
  `<script type="module" src="${server.url}/embed/v1/mille.js"></script>
  <mille-login></mille-login><mille-feedback></mille-feedback>`
