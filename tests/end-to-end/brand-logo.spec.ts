import type { ServerProcess } from '@mille/testing/server-process.ts'
import { startServerProcess } from '@mille/testing/server-process.ts'
import { expect, type Page } from 'playwright/test'
import sharp from 'sharp'
import { call, confirmItIsYou, openAccountPage } from './page-calls.ts'
import { test } from './test.ts'

let server: ServerProcess
test.beforeAll(async () => {
  server = await startServerProcess()
})
test.afterAll(() => server.dispose())

async function choose(page: Page, width: number, height: number) {
  const create = { width, height, channels: 3, background: '#0b7a5c' } as const
  const buffer = await sharp({ create }).png().toBuffer()
  const file = { name: 'acme.png', mimeType: 'image/png', buffer }
  await page.locator('input[name=image]').setInputFiles(file)
}

const iconOf = (page: Page) => page.locator('link[rel=icon]').getAttribute('href')
const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Expects the logo in the header at its full ratio, on any page, in a browser without an account too. */
async function expectLogo(page: Page, ratio: number) {
  const logo = page
    .getByRole('banner')
    .getByRole('link', { name: /: home$/ })
    .locator('img')
  await expect(logo).toBeVisible()
  const ratioOf = () =>
    logo.evaluate((it: HTMLImageElement) =>
      it.complete && it.naturalWidth > 0 ? it.width / it.height : null
    )
  await expect.poll(ratioOf).toBeCloseTo(ratio, 0)
  expect(await iconOf(page)).toMatch(/^\/media\/brand\/[0-9a-f]{64}\/icon-64\.png$/)
  expect(await overflowOf(page)).toBe(0)
}

for (const width of [360, 1440])
  test(`the operator's logo is in the header until it is removed, at ${width} px`, async ({
    browser
  }) => {
    const page = await openAccountPage(browser, server.url)
    await page.setViewportSize({ width, height: 900 })
    const account = await call(page, 'GET', '/api/v1/current_user')
    await server.query(`update users set roles = '{admin}' where id = ${account.data.id}`)
    await page.goto(`${server.url}/admin/settings`)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    const save = page.getByRole('button', { name: 'Save brand' })

    await name.fill('Acme Ads')
    await choose(page, 100, 200)
    await save.click()
    await expect(page.getByText('It must be a square or up to 4 times as wide')).toBeVisible()
    await expect(name).toHaveValue('Acme Ads')

    await choose(page, 800, 200)
    await save.click()
    await confirmItIsYou(page)
    await expect(page.getByText('Brand saved')).toBeVisible()
    await expectLogo(page, 4)
    const visitor = await (await browser.newContext({ viewport: { width, height: 900 } })).newPage()
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.emulateMedia({ colorScheme })
      await visitor.goto(server.url)
      await expectLogo(visitor, 4)
    }

    // A square logo has the name beside it.
    await choose(page, 300, 300)
    await save.click()
    await expect(page.getByText('Current logo')).toBeVisible()
    await expectLogo(page, 1)
    await visitor.reload()
    await visitor.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    await expectLogo(visitor, 1)
    await expect(visitor.getByRole('banner').getByText('Acme Ads').first()).toBeVisible()

    await page.getByRole('button', { name: 'Remove logo' }).click()
    await save.click()
    await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Remove logo' })).toBeHidden()
    await visitor.reload()
    await expect(visitor.getByRole('banner').locator('img')).toHaveCount(0)
    expect(await iconOf(visitor)).toBe('/favicon.svg')
    const icon = await visitor.request.get(`${server.url}/favicon.svg`)
    expect(icon.headers()['content-type']).toContain('image/svg+xml')
    await visitor.context().close()
    await page.context().close()
  })
