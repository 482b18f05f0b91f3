import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { type BrowserContext, expect, type Page } from 'playwright/test'
import { type PublisherPage, startPublisherPage } from './publisher-page.ts'
import { test } from './test.ts'

let server: ServerProcess
let site: PublisherPage
let stranger: PublisherPage

test.beforeAll(async () => {
  site = await startPublisherPage()
  stranger = await startPublisherPage()
  server = await startServerProcess({ ALLOWED_ORIGINS: new URL(site.url).origin })
  const body = `<script type="module" src="${server.url}/embed/v1/mille.js"></script>
    <mille-login></mille-login><mille-feedback></mille-feedback>`
  site.body = body
  stranger.body = body
})
test.afterAll(async () => {
  await site.stop()
  await stranger.stop()
  await server.dispose()
})

/** Opens the network's window from the publisher's page. */
async function openWindow(page: Page, from: PublisherPage, hash: string): Promise<Page> {
  await page.goto(from.url + hash)
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: /^Continue at/ }).click()
  ])
  return opened
}

/** Presses the button that closes the window. The window may be gone before the browser has confirmed the press. */
async function closeWith(opened: Page, name: string): Promise<void> {
  const press = opened.getByRole('button', { name }).click()
  await Promise.all([
    opened.waitForEvent('close'),
    press.catch((error: Error) => {
      if (!error.message.includes('has been closed')) throw error
    })
  ])
}

async function signUpIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${server.url}/user/sign_in?popup=ANONYMOUS_SIGN_UP`)
  // If the button is pressed before React handles it, the page itself presses it once more.
  await page.getByRole('button', { name: 'Create anonymous account' }).click()
  await page.getByLabel('I have saved the code').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Create anonymous account' })).toHaveCount(0)
  await page.close()
}

test('a new account is made in the network’s window and greeted on the site that asked', async ({
  page
}) => {
  const opened = await openWindow(page, site, '#create-account')
  await opened.getByRole('button', { name: 'Continue without an email address' }).click()
  await opened.getByRole('button', { name: 'Create anonymous account' }).click()
  await opened.getByLabel('I have saved the code').check()
  await opened.getByRole('button', { name: 'Done' }).click()
  await expect(opened.getByText(new URL(site.url).origin)).toBeVisible()
  await closeWith(opened, 'Continue')
  await expect(page.locator('mille-feedback a')).toHaveAttribute('href', /\/suggestions\?token=/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The session belongs to the network; the site holds the name only in memory.
  expect((await page.context().cookies(site.url)).length).toBeGreaterThan(0)
  expect(
    await page.evaluate(() => document.cookie + localStorage.length + sessionStorage.length)
  ).toBe('00')

  const isOut = await page
    .locator('mille-login')
    .evaluate(it => (it as unknown as { signOut: () => Promise<boolean> }).signOut())
  expect(isOut).toBe(true)
  await expect(page.locator('mille-feedback a')).toHaveCount(0)
  expect(await server.query('select count(*)::int as count from widget_sessions')).toEqual([
    { count: 0 }
  ])
})

test('who is signed in already agrees, or does not', async ({ page, context }) => {
  await signUpIn(context)
  const opened = await openWindow(page, site, '#login-form')
  await expect(opened.getByRole('button', { name: 'Continue' })).toBeEnabled()
  await closeWith(opened, 'Cancel')
  await page.getByText('The window was closed before you were signed in.').waitFor()
  expect(await server.query('select count(*)::int as count from hand_offs')).toEqual([{ count: 0 }])
})

test('a site that is not on the list learns nothing', async ({ page, context }) => {
  await signUpIn(context)
  const opened = await openWindow(page, stranger, '#login-form')
  // The window has no opener, so the page that opened it cannot send it a challenge and considers it closed.
  await expect(opened.getByText('This site is not allowed to ask who you are.')).toBeVisible()
  await expect(opened.getByText('is no longer connected to the page')).toHaveCount(0)
  await expect(opened.getByText('wants to know who you are')).toHaveCount(0)
  await expect(opened.getByRole('button', { name: 'Continue' })).toHaveCount(0)
  await expect(page.getByText('This site is not allowed to sign you in.')).toBeVisible()
  expect(opened.isClosed()).toBe(false)
  expect(await server.query('select count(*)::int as count from hand_offs')).toEqual([{ count: 0 }])
})

test('a page that says it is another site gets no code', async ({ page, context }) => {
  await signUpIn(context)
  await page.goto(stranger.url)
  const address = `${server.url}/user/sign_in?handoff=${encodeURIComponent(new URL(site.url).origin)}`
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(url => {
      const heard: unknown[] = []
      const other = window.open(url)
      Object.assign(window, { heard, other })
      addEventListener('message', event => heard.push(event.data))
      setInterval(
        () =>
          other?.postMessage({ type: 'mille-handoff-challenge', challenge: 'x'.repeat(43) }, '*'),
        50
      )
    }, address)
  ])
  await expect(opened.getByRole('heading', { name: 'Sign in on another site' })).toBeVisible()
  await opened.evaluate(
    () =>
      new Promise<void>(resolve => {
        let messages = 0
        addEventListener('message', () => {
          messages += 1
          if (messages === 5) resolve()
        })
      })
  )
  await expect(opened.getByRole('button', { name: 'Continue' })).toBeDisabled()
  expect(await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([])
})
