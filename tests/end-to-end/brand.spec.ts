import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { startServerProcess } from '@mille/testing/server-process.ts'
import { expect, type Page } from 'playwright/test'
import { demoChain, openAs } from './demo-people.ts'
import { type Furniture, furnish, furnishedPath } from './furnish.ts'
import { call, confirmItIsYou, openAccountPage } from './page-calls.ts'
import screens from './screens.json' with { type: 'json' }
import { test } from './test.ts'

/** Time limit in milliseconds for every page of the network on a busy machine. */
const maxMs = 600_000

let server: ServerProcess
let furniture: Furniture
test.beforeAll(async ({ browser }) => {
  test.setTimeout(maxMs)
  server = await startServerProcess({ DEMO: 'true', ...demoChain })
  furniture = await furnish(browser, server)
  await server.query(`
    insert into brand_changes (name, accent, support_address, changed_by, changed_at)
    select 'Acme Ads', '#0b57d0', 'help@acme.example', min(id), now() from users`)
})
test.afterAll(() => server.dispose())

/** Returns each text of the document that names the program: shown texts, labels, titles and descriptions. */
function namesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest('script, style'))
        texts.push(walker.currentNode.nodeValue ?? '')
    for (const element of document.querySelectorAll('*'))
      for (const name of ['content', 'aria-label', 'title', 'alt', 'placeholder'])
        texts.push(element.getAttribute(name) ?? '')
    return texts.filter(it => /\bMille\b/.test(it) && it !== 'Powered by Mille')
  })
}

for (const who of ['visitor', 'advertiser', 'publisher', 'operator']) {
  test(`no page of a ${who} has another name than the network's own`, async ({ browser }) => {
    test.setTimeout(maxMs)
    const page = await openAs(browser, server, who)
    for (const { name, path } of screens.filter(it => it.who === who)) {
      await page.goto(server.url + furnishedPath(path, furniture))
      await expect(page.locator('h1'), name).toHaveCount(1)
      expect(await page.title(), name).toContain('Acme Ads')
      await expect(page.getByRole('link', { name: 'Acme Ads: home' }).first()).toBeVisible()
      await expect(page.getByRole('link', { name: 'Powered by Mille' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'help@acme.example' })).toHaveAttribute(
        'href',
        'mailto:help@acme.example'
      )
      expect(await namesOf(page), name).toEqual([])
    }
    await page.context().close()
  })
}

test('the accent color is that of the network in both themes', async ({ browser }) => {
  const page = await openAs(browser, server, 'visitor')
  const colorOf = () =>
    page
      .getByRole('link', { name: 'Start a campaign' })
      .evaluate(it => getComputedStyle(it).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(server.url)
  expect(await colorOf()).toBe('rgb(11, 87, 208)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(colorOf).not.toBe('rgb(11, 87, 208)')
  await page.context().close()
})

test('the name is in what installs the dashboard as an application', async ({ request }) => {
  const manifest = await request.get(`${server.url}/manifest.webmanifest`)
  expect(await manifest.json()).toMatchObject({ name: 'Acme Ads', short_name: 'Acme Ads' })
})

/**
 * What programs, search engines and widgets read. The names of elements, files and headers, such as `mille-ad` and
 * `X-Mille-Repeated`, are part of publishers' code, and stay.
 */
const served = [
  '/manifest.webmanifest',
  '/robots.txt',
  '/sitemap.xml',
  '/api/v1/openapi.json',
  '/api/v1/reference',
  '/api/v1/brand',
  '/api/v1/announce/',
  '/api/v1/legal_pages',
  '/api/v1/publication_offers?limit=3'
]

test('nothing that programs read has another name', async ({ request }) => {
  for (const path of served) {
    const answer = await request.get(server.url + path)
    expect(answer.ok(), path).toBe(true)
    const text = (await answer.text()).replaceAll('Powered by Mille', '')
    expect(text.match(/.{0,30}\bMille\b.{0,30}/g), path).toBeNull()
  }
})

test('previews on social networks have the name, and no picture of another', async ({
  request
}) => {
  for (const path of ['/', '/marketplace/1', '/publishers']) {
    const page = await (await request.get(server.url + path)).text()
    expect(page, path).toContain('<meta property="og:site_name" content="Acme Ads"')
    expect(page, path).not.toContain('social-card')
  }
})

const docs = resolve(import.meta.dirname, '../../build/docs')
/** Pages about the program and its code, for those who run it or change it. They name it. */
const aboutTheProgram =
  /^(operating|decisions|api|new-\w+|architecture|asvs|event-log|performance|releasing|scaling|security|testing|words|bill|data-model|receipts)\b/

test('every page of the documentation has the name in its title and its header', async ({
  request
}) => {
  const files = globSync('**/*.html', { cwd: docs }).sort()
  expect(files.length).toBeGreaterThan(100)
  for (const file of files) {
    expect(readFileSync(resolve(docs, file), 'utf8'), file).toMatch(/Mille<\/title>/)
    const page = await (await request.get(`${server.url}/docs/${file}`)).text()
    expect(page, file).toMatch(/<title>[^<]* \| Acme Ads<\/title>/)
    expect(page.match(/<a class="title" .*?<\/a>/)?.[0] ?? 'Acme Ads', file).toContain('Acme Ads')
    if (aboutTheProgram.test(file)) continue
    const rest = page.replace(/Powered by Mille [\d.]+/, '')
    expect(rest.match(/.{0,30}\bMille\b.{0,30}/g), file).toBeNull()
  }
})

test('the documentation keeps the name while it is read', async ({ browser, request }) => {
  const missing = await request.get(`${server.url}/docs/nothing`)
  expect(missing.status()).toBe(404)
  expect(await missing.text()).toContain('<title>404 | Acme Ads</title>')
  const page = await browser.newPage()
  await page.goto(`${server.url}/docs/guides/`)
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).not.toHaveURL(/guides\/$/)
  await expect(page).toHaveTitle(/ \| Acme Ads$/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Acme Ads' })).toBeVisible()
  await page.close()
})

test('the operator names the network in the settings, and the page follows', async ({
  browser
}) => {
  const page = await openAccountPage(browser, server.url)
  const account = await call(page, 'GET', '/api/v1/current_user')
  await server.query(`update users set roles = '{admin}' where id = ${account.data.id}`)
  await page.goto(`${server.url}/admin/settings`)
  await page.getByRole('textbox', { name: 'Accent color optional' }).fill('#f59e0b')
  await expect(page.getByText('The nearest color that passes is #966107.')).toBeVisible()
  await page.getByRole('button', { name: 'Use #966107' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Larkspur Network')
  await page.getByRole('button', { name: 'Save brand' }).click()
  await confirmItIsYou(page)
  await expect(page.getByText('Brand saved')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Larkspur Network: home' }).first()).toBeVisible()
  await expect(page).toHaveTitle(/Larkspur Network/)
  await page.context().close()
})
