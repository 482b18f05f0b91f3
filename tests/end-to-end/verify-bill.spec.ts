import type { ServerProcess } from '@mille/testing/server-process.ts'
import { slice } from '@mille/testing/slice.ts'
import { buildBill } from '@mille/verifier/testing/build-bill.ts'
import { examplePlan } from '@mille/verifier/testing/example-plan.ts'
import { expect, type Page } from 'playwright/test'
import { test } from './test.ts'

let server: ServerProcess
test.beforeAll(({ server: shared }) => {
  server = shared
})

const fileOf = (text: string) => ({
  name: 'bill.jsonl',
  mimeType: 'application/jsonl',
  buffer: Buffer.from(text)
})

/** Collects what the page’s policy refuses, and the page's errors. */
function watchPage(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', error => problems.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return problems
}

const example = buildBill({ ...examplePlan, kept: 4 })

const looks = [360, 1280].flatMap(width =>
  (['light', 'dark'] as const).map(colorScheme => ({ width, colorScheme }))
)

/** `npm test` checks one of the four looks, `npm run prove` all of them. */
for (const { width, colorScheme } of slice(looks, 4)) {
  test(`verifies a bill without a network at ${width} px, ${colorScheme}`, async ({ page }) => {
    const problems = watchPage(page)
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    const worker = page.waitForEvent('worker')
    await page.goto(`${server.url}/verify`, { waitUntil: 'networkidle' })
    // The worker answers once its script has loaded.
    await (await worker).evaluate(() => true)
    const requests: string[] = []
    page.on('request', request => requests.push(request.url()))
    await page.context().setOffline(true)
    await page.getByLabel('Kept checkpoint or older bill').setInputFiles(fileOf(example.noteAt(4)))
    await page.getByLabel('Bill', { exact: true }).setInputFiles(fileOf(example.text))
    await expect(page.getByText('The bill is not verified')).toBeVisible({ timeout: 30_000 })
    for (const sentence of [
      'Log consistent with the checkpoint kept at 4 entries.',
      '2 of 2 charges are in the public log.',
      '18 of 18 views included.',
      'Charge recomputed: 0.00000045 BTC, charged: 0.00000045 BTC, difference 0.'
    ])
      await expect(page.getByText(sentence)).toBeVisible()
    if (process.env.MILLE_PICTURES)
      await page.screenshot({
        path: `${process.env.MILLE_PICTURES}/verify-${width}-${colorScheme}.png`,
        fullPage: true
      })

    const wrong = example.text.replace('"billable":6', '"billable":7')
    await page.getByLabel('Bill', { exact: true }).setInputFiles(fileOf(wrong))
    await expect(page.getByText(/^The file is cut off or damaged/)).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('The bill is not verified')).toBeVisible()
    expect(requests).toEqual([])
    expect(problems).toEqual([])
  })
}

test('asks for the bill first, and compares it with what is chosen after it', async ({ page }) => {
  await page.goto(`${server.url}/verify`, { waitUntil: 'networkidle' })
  const bill = page.getByLabel('Bill', { exact: true })
  const kept = page.getByLabel('Kept checkpoint or older bill')
  await expect(page.locator('input[type=file]').first()).toHaveAccessibleName(/^Bill /)
  await kept.setInputFiles(fileOf(example.noteAt(4)))
  await expect(page.getByText('Nothing is verified yet: choose the bill too.')).toBeVisible()
  await bill.setInputFiles(fileOf(example.text))
  const compared = page.getByText('Log consistent with the checkpoint kept at 4 entries.')
  await expect(compared).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Nothing is verified yet')).toBeHidden()
  await page.getByRole('button', { name: 'Remove bill.jsonl' }).click()
  await expect(page.getByText('The bill is not verified')).toBeVisible({ timeout: 30_000 })
  await expect(compared).toBeHidden()
  await kept.setInputFiles(fileOf(example.noteAt(4)))
  await expect(compared).toBeVisible({ timeout: 30_000 })
})

test('verifies a bill that is chosen before the page has its script', async ({ page }) => {
  const chosen = Promise.withResolvers<void>()
  await page.route('**/*.js', async route => {
    await chosen.promise
    await route.continue()
  })
  await page.goto(`${server.url}/verify`, { waitUntil: 'commit' })
  await page.getByLabel('Bill', { exact: true }).setInputFiles(fileOf(example.text))
  chosen.resolve()
  await expect(page.getByText('The bill is not verified')).toBeVisible({ timeout: 30_000 })
})

test('comes with its own policy when it is reached from another page', async ({ page }) => {
  const problems = watchPage(page)
  // The test adds the link itself, so the browser must have finished loading the page before.
  await page.goto(`${server.url}/marketplace`, { waitUntil: 'networkidle' })
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/verify'
    link.textContent = 'To the bill'
    document.body.append(link)
  })
  await page.getByRole('link', { name: 'To the bill' }).click()
  await page.getByLabel('Bill', { exact: true }).setInputFiles(fileOf(example.text))
  await expect(page.getByText('The bill is not verified')).toBeVisible({ timeout: 30_000 })
  expect(problems).toEqual([])
})
