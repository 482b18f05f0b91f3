import { accentColors } from '@mille/api/brand/accent.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { expect } from 'playwright/test'
import { rgb, waitForBrand } from '../embed/embed-page.ts'
import { HostSite } from '../embed/stand-in.ts'
import { test } from './test.ts'

const accent = '#0b57d0'
const colors = accentColors(accent)

let server: ServerProcess
const site = new HostSite()
test.beforeAll(async () => {
  test.setTimeout(120_000)
  await site.start()
  server = await startServerProcess({ DEMO: 'true' })
  await server.query(`
    insert into brand_changes (name, accent, support_address, changed_by, changed_at)
    select 'Acme Ads', '${accent}', null, min(id), now() from users`)
})
test.afterAll(async () => {
  await site.stop()
  await server.dispose()
})

for (const theme of ['light', 'dark'] as const)
  test(`widgets on a site of a publisher are those of Acme Ads: ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme })
    await waitForBrand(page)
    site.pages.set('/', {
      html: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark">
        <title>A page</title><script type="module" src="${server.url}/embed/v1/mille.js"></script>
        <mille-marketplace></mille-marketplace><mille-announcement></mille-announcement>
        <mille-feedback token="a.b"></mille-feedback><mille-login popup="GET_SIGN_IN_POPUP"></mille-login></html>`
    })
    await page.goto(site.origin)
    const main = page.locator('mille-login .mille-login-main')
    await expect(main).toHaveCSS('background-color', rgb(colors.accent[theme]))
    await expect(main).toHaveCSS('color', rgb(colors.ink[theme]))
    await expect(page.locator('mille-feedback a')).toHaveCSS('color', rgb(colors.text[theme]))
    await expect(page.locator('mille-marketplace a').first()).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Sign in · Acme Ads' })).toBeVisible()
    const texts = await page.evaluate(() =>
      [...document.querySelectorAll('*')].map(it => it.shadowRoot?.textContent ?? '').join(' ')
    )
    expect(texts.replaceAll('Powered by Mille', '')).not.toMatch(/\bMille\b/)
    expect(await page.context().cookies()).toEqual([])
  })
