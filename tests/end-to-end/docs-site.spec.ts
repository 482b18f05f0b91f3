import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { layoutFaults } from './layout-faults.ts'
import { test } from './test.ts'

const pages = ['', 'guides/advertisers', 'operating/configure', 'api', 'decisions/']

/** What people ask, and the page that answers it. */
const questions = [
  ['minimum withdrawal', 'guides/publishers'],
  ['block advertisers', 'guides/publishers'],
  ['daily budget', 'guides/advertisers'],
  ['UTM parameters', 'links'],
  ['Tag Manager', 'placing-ads'],
  ['backup', 'operating/back-up'],
  ['DATABASE_URL', 'operating/configure'],
  ['bitcoind', 'operating/money'],
  ['API key', 'api'],
  ['retargeting', 'guides/limits']
] as const

/** Opens pages and returns what they violate: the content policy, Trusted Types, and missing files. */
async function open(page: Page): Promise<string[]> {
  const problems: string[] = []
  page.on('console', it => {
    if (it.type() === 'error') problems.push(it.text())
  })
  page.on('pageerror', error => problems.push(error.message))
  return problems
}

test('the documentation is accessible, fits every width and needs no exception of its policy', async ({
  page,
  server
}) => {
  test.setTimeout(300_000)
  const problems = await open(page)
  for (const [index, path] of pages.entries()) {
    const colorScheme = index % 2 === 0 ? 'light' : 'dark'
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${server.url}/docs/${path}`)
    await expect(page.locator('h1').first()).toBeVisible()
    await expectAccessible(page, path)
    expect(await layoutFaults(page, [320, 820, 1920]), path).toEqual([])
  }
  expect(problems).toEqual([])
})

test('the search finds the page that answers a question', async ({ page, server }) => {
  const problems = await open(page)
  await page.goto(`${server.url}/docs/`)
  const found: string[] = []
  for (const [question, answer] of questions) {
    // The key works from the moment on at which the page's script runs.
    await expect(async () => {
      await page.keyboard.press('Control+k')
      await page.getByRole('searchbox').fill(question, { timeout: 2_000 })
    }).toPass()
    const results = page.locator('.results a.result')
    const addresses = async () =>
      (await results.evaluateAll(links => links.map(it => it.getAttribute('href') ?? ''))).slice(
        0,
        5
      )
    await expect
      .poll(addresses, { message: question })
      .toContainEqual(expect.stringMatching(new RegExp(`^/docs/${answer}(#|$)`)))
    found.push(question)
    await page.keyboard.press('Escape')
  }
  expect(found).toHaveLength(10)
  expect(problems).toEqual([])
})

test('every page of the repository’s documentation is a page of the site', async ({
  request,
  server
}) => {
  const docs = resolve(import.meta.dirname, '../../docs')
  const paths = readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.md') && !/^(changes|\.vitepress)\/|^screens\.md$/.test(path))
    .map(path => path.replace(/(^|\/)(README|index)\.md$/, '$1').replace(/\.md$/, ''))
  expect(paths.length).toBeGreaterThan(100)
  for (const path of paths)
    expect((await request.get(`${server.url}/docs/${path}`)).status(), path).toBe(200)
  expect((await request.get(`${server.url}/docs/nothing`)).status()).toBe(404)
})
