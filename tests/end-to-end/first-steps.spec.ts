import { createCampaign } from '@mille/testing/campaigns.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { expect } from 'playwright/test'
import { contextApi } from './context-api.ts'
import { mailedCode, signUp } from './sign-up.ts'
import { test } from './test.ts'

let server: ServerProcess

test.beforeAll(async () => {
  server = await startServerProcess({})
})
test.afterAll(() => server.dispose())

const email = 'steps@example.com'

test('a new account finds its first steps, sees one tick, and dismisses them for all devices', async ({
  browser
}) => {
  test.setTimeout(120_000)
  const page = await signUp(browser, server.url, email)
  await page.goto(`${server.url}/overview`)
  await expect(page.getByText('Nothing is running yet.')).toBeVisible()
  await expect(page.getByText('Everything is running normally.')).toBeHidden()

  const chosen = page.waitForResponse(it => it.request().method() === 'PATCH' && it.ok())
  await page.getByRole('link', { name: 'Create a campaign' }).click()
  await chosen
  await expect(page).toHaveURL(/\/campaigns\/quick/)
  await page.goto(`${server.url}/overview`)
  const steps = page.getByRole('listitem').filter({ hasText: /Campaign created|Create a campaign/ })
  await expect(steps.getByRole('link', { name: 'Create a campaign' })).toBeVisible()
  // The address from signing up is a way back in.
  await expect(page.getByText('1 of 5 done')).toBeVisible()

  // In another tab or by a program: the open page notices by itself.
  await createCampaign(await contextApi(page.context(), server.url))
  await expect(page.getByText('Campaign created', { exact: true }).first()).toBeVisible({
    timeout: 20_000
  })
  await expect(page.getByText('2 of 5 done')).toBeVisible()

  const dismissed = page.waitForResponse(it => it.request().method() === 'PATCH' && it.ok())
  await page.getByRole('button', { name: 'Dismiss the first steps' }).click()
  await expect(page.getByText('2 of 5 done')).toBeHidden()
  await dismissed

  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(`${server.url}/user/sign_in`)
  const used = await mailedCode(elsewhere, server.url, email)
  await elsewhere.getByLabel('Email address').fill(email)
  await elsewhere.getByRole('button', { name: 'Email me a code' }).click()
  await elsewhere
    .getByLabel('Access code')
    .fill(await mailedCode(elsewhere, server.url, email, [used]))
  await elsewhere.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(elsewhere.getByRole('button', { name: email })).toBeVisible()
  await elsewhere.goto(`${server.url}/overview`)
  await expect(elsewhere.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(elsewhere.getByText('First steps')).toBeHidden()
})
