import { readFile } from 'node:fs/promises'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { slice } from '@mille/testing/slice.ts'
import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { type BrowserAccount, openAccount } from './browser-account.ts'
import { shiftOf } from './shift-of.ts'
import { test } from './test.ts'

let server: ServerProcess
let operator: BrowserAccount
let owner: BrowserAccount
let unit: string

test.beforeAll(async ({ browser, server: shared }) => {
  server = shared
  operator = await openAccount(browser, server.url)
  owner = await openAccount(browser, server.url)
  expect((await server.mille('admin', operator.id)).code).toBe(0)
  const [row] = await server.query(`
    insert into ad_units (user_id, kind, name, page_url, size, screen_type, ad_type, disallowed_ratings, impressions,
      settings, created_at)
    values (${owner.id}, 'app', 'Unit', 'https://unit.example/', '300x250', 'desktop', 'mixed', '{}', 0, '{}', now())
    returning id`)
  unit = String(row?.id)
})

const note = 'It asks for a seed phrase.'

const screens = [
  [360, 740],
  [1280, 900]
] as const

/** One of the two screens in `npm test`, both in `npm run prove`. */
for (const [width, height] of slice(screens, 2))
  test(`a reader reports an ad and the operator rejects it, ${width} pixels wide`, async ({
    browser
  }) => {
    const { id, title } = await addLiveCreative(width)
    const context = await browser.newContext({ viewport: { width, height } })
    const page = await context.newPage()
    await page.goto(`${server.url}/about-ad?creative=${id}&unit=${unit}`)
    await expect(page.getByRole('heading', { level: 1, name: 'About this ad' })).toBeVisible()
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    await expect(page.getByText('The advertiser has not set a public name.')).toBeVisible()
    await expect(page.getByText('The ad leads to books.example.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Advertise here' })).toHaveAttribute(
      'href',
      `/campaigns/new/?source_id=${unit}&source_type=ad_unit&partner=${owner.id}`
    )
    await expectFits(page)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByRole('alert')).toContainText('Choose what is wrong with the ad.')
    await page.getByText('Scam or malware').click()
    await page.getByLabel('Note').fill(note)
    await loseAnswerOnce(page)
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByLabel('Note')).toHaveValue(note)
    await expect(page.getByRole('radio', { name: 'Scam or malware' })).toBeChecked()
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByText('An operator will look at the ad.')).toBeVisible()
    await expectAccessible(page)
    expect(
      await server.query(`select reason, note from creative_reports where creative_id = ${id}`)
    ).toEqual([{ reason: 'scam_or_malware', note }])

    await operator.page.setViewportSize({ width, height })
    await rejectReported(operator.page, title)
    expect(await server.query(`select state from creatives where id = ${id}`)).toEqual([
      { state: 'rejected' }
    ])
    const gone = await page.goto(`${server.url}/about-ad?creative=${id}&unit=${unit}`)
    expect(gone?.status()).toBe(404)
    await expect(page.getByText('This ad is no longer here')).toBeVisible()
  })

test('the page has the one ad that was seen, after who paid and the report, and nothing on it moves', async ({
  browser
}) => {
  await owner.api.accounts.updateUser({ id: owner.id, advertiser_name: 'Open Books Cooperative' })
  const uploaded: string[] = []
  for (const name of ['nettle-300x250', 'tally-300x600']) uploaded.push(await upload(name))
  const { id } = await addLiveCreative(1, { banner_ids: uploaded })
  for (const width of [360, 820, 1440]) {
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    const at = `${server.url}/about-ad?creative=${id}&unit=${unit}`
    for (const banner of [`&banner=${uploaded[1]}`, '']) {
      await page.goto(at + banner, { waitUntil: 'networkidle' })
      expect(await shiftOf(page), `${banner} at ${width}`).toBe(0)
      await expect(page.getByText('Paid for by Open Books Cooperative')).toBeVisible()
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 2 })).toHaveText([
        'Who paid for it?',
        'Report this ad',
        'Why am I seeing this?',
        'The ad',
        'Your ad here'
      ])
      const picture = main.getByRole('img', { name: 'Books at 1' })
      await expect(picture).toHaveCount(banner ? 1 : 0)
      if (banner) {
        await picture.scrollIntoViewIfNeeded()
        // The picture is stored with twice as many pixels as it has in CSS.
        expect(await picture.evaluate((it: HTMLImageElement) => it.naturalHeight)).toBe(1200)
        expect(await picture.boundingBox()).toMatchObject({ width: 100, height: 200 })
      } else await expect(main.getByText(/^Text ad, shown at \d\d%$/)).toBeVisible()
      await expectFits(page)
    }
    await context.close()
  }
})

test('an address that names no ad says so plainly', async ({ page }) => {
  for (const query of ['', '?creative=1', '?creative=x&unit=1', '?creative=2000000001&unit=1']) {
    const response = await page.goto(`${server.url}/about-ad${query}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByText('This ad is no longer here')).toBeVisible()
  }
  await expectAccessible(page)
})

async function addLiveCreative(
  width: number,
  more: { banner_ids?: string[] } = {}
): Promise<{ id: string; title: string }> {
  const title = `Books at ${width}`
  const made = await owner.api.campaigns.createCampaign({
    link_text: title,
    creative_link: 'https://books.example/nodes',
    creative_text: 'What to read before the first channel.',
    daily_budget: '1200',
    ...more
  })
  const id = (made.ok && made.value.data.relationships.creative.data?.id) || ''
  const decided = await operator.api.admin.decideCreative({ id, decision: 'approve' })
  expect(decided.ok).toBe(true)
  return { id, title }
}

/** Uploads one of the demo's banners as the campaign's owner. */
async function upload(name: string): Promise<string> {
  const file = new URL(`../../packages/testing/demo/banners/${name}.webp`, import.meta.url)
  const form = new FormData()
  form.set('data[image]', new File([await readFile(file)], `${name}.webp`))
  const uploaded = await owner.api.banners.uploadBanner({ form })
  if (!uploaded.ok) throw new Error(uploaded.code)
  return uploaded.value.data.id
}

/** Loses one answer: the report arrives at the server, but its answer does not come back. */
async function loseAnswerOnce(page: Page): Promise<void> {
  await page.route(
    '**/api/v1/shown_creatives/*/reports',
    async route => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 }
  )
}

async function rejectReported(page: Page, title: string): Promise<void> {
  await page.goto(`${server.url}/admin/reports`)
  const item = page.locator('[data-queue-item]')
  await expect(item).toHaveCount(1)
  await expect(item.getByRole('heading', { name: title })).toBeVisible()
  await expect(item).toContainText('Scam or malware: 1')
  await expect(item).toContainText(note)
  await expectFits(page)
  await expectAccessible(page)
  const dialog = page.getByRole('dialog', { name: 'Why is it rejected?' })
  // The keys work once the page's script runs.
  await expect(async () => {
    await page.keyboard.press('r')
    await expect(dialog).toBeVisible({ timeout: 500 })
  }).toPass()
  await dialog.getByLabel('Reason').fill('It asks for a seed phrase.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('No reported ads')).toBeVisible()
}

/** Expects that nothing is wider than the screen. */
async function expectFits(page: Page): Promise<void> {
  const over = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(over, { timeout: 10_000 }).toBeLessThanOrEqual(0)
}
