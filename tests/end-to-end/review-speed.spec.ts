import { createCampaign } from '@mille/testing/campaigns.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { expect } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { openAccount } from './browser-account.ts'
import { test } from './test.ts'

const backlog = 100
/** How long a person looks at a creative before deciding. */
const lookMs = 1500

let server: ServerProcess

test.beforeAll(async () => {
  server = await startServerProcess({ CAMPAIGNS_WITHOUT_CAPTCHA: '100' })
})
test.afterAll(() => server.dispose())

test('a backlog of 100 creatives is approved by keyboard in under five minutes', async ({
  browser
}) => {
  test.setTimeout(480_000)
  const operator = await openAccount(browser, server.url)
  const owner = await openAccount(browser, server.url)
  expect((await server.mille('admin', operator.id)).code).toBe(0)
  for (let number = 1; number <= backlog; number++)
    await createCampaign(owner.api, { link_text: `Creative ${number}` })

  const { page } = operator
  const main = page.getByRole('main')
  await page.goto(`${server.url}/admin/creatives`)
  await expect(main.getByText(`${backlog} waiting`, { exact: true }).last()).toBeVisible()
  await expect(main.getByRole('link', { name: owner.id, exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  const items = page.locator('[data-queue-item]')
  const start = Date.now()

  // One slip: the first approval is taken back, and the creative is at its place with the focus.
  await page.keyboard.press('a')
  await expect(page.getByText('Approved: Creative 1', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('z')
  await expect(items.first()).toContainText('Creative 1')
  await expect(items.first()).toBeFocused()

  for (let left = backlog; left > 0; left--) {
    await new Promise(done => setTimeout(done, lookMs))
    await page.keyboard.press('a')
    if (left > 1)
      await expect(main.getByText(`${left - 1} waiting`, { exact: true }).last()).toBeVisible()
  }
  await expect(page.getByText('Nothing to review')).toBeVisible()
  // Leaving the page sends what could still be undone.
  await page.goto(`${server.url}/overview`)
  const live = () =>
    server.query(`select count(*)::int as live from creatives where state = 'live'`)
  await expect.poll(live, { timeout: 20_000 }).toEqual([{ live: backlog }])
  const seconds = (Date.now() - start) / 1000
  process.stdout.write(`${backlog} creatives approved by keyboard in ${seconds.toFixed(0)} s\n`)
  expect(seconds).toBeLessThan(300)
})
