import type { CallResult } from '@mille/api/client.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'
import { type Browser, expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { approveAd } from './approve-ad.ts'
import { type BrowserAccount, openAccount } from './browser-account.ts'
import { type Hands, keyboard, mouse } from './hands.ts'
import { test } from './test.ts'

const ways = [
  { createHands: keyboard, width: 360 },
  { createHands: mouse, width: 1440 }
]

for (const { createHands, width } of ways)
  test(`a second variant from its draft to its removal: ${createHands.name}, ${width} px`, async ({
    browser,
    server
  }) => {
    const operator = await openOperator(browser, server)
    const viewport = { width, height: 800 }
    const { api, page } = await openAccount(browser, server.url, { viewport })
    const hands = createHands(page)
    const headline = `Books by ${createHands.name}`
    const created = await api.campaigns.createCampaign({
      link_text: headline,
      creative_link: 'https://books.example/nodes',
      creative_text: 'What to read before the first channel.',
      daily_budget: '1200'
    })
    const { id, relationships } = need(created).data
    const creativeId = relationships.creative.data?.id ?? ''
    need(await operator.api.admin.decideCreative({ id: creativeId, decision: 'approve' }))
    await page.goto(`${server.url}/campaigns/${id}/creative`)
    await page.waitForLoadState('networkidle')

    await addVariant(page, hands, `Short ${headline}`)
    await approve(operator.page, server, `Short ${headline}`)
    await page.reload()
    await page.waitForLoadState('networkidle')
    for (const name of ['A', 'B'])
      await expect(variant(page, name).getByText('Live', { exact: true })).toBeVisible()
    await choose(page, hands)
    const [campaign] = await server.query(`select variant_choice from campaigns where id = ${id}`)
    expect(campaign?.variant_choice).toBe('best')
    await removeVariant(page, hands)
    const weights = await server.query(
      `select name, weight, removed_at is not null as is_removed from variants
        where campaign_id = ${id} order by id`
    )
    expect(weights).toEqual([
      { name: 'A', weight: 1, is_removed: false },
      { name: 'B', weight: 3, is_removed: true }
    ])
  })

/** The form begins with the language and link of the first variant; the added one is in review and has the focus. */
async function addVariant(page: Page, hands: Hands, headline: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'Remove variant A' })).toHaveCount(0)
  await hands.press(page.getByRole('button', { name: 'Add variant' }))
  const form = page.getByRole('dialog', { name: 'Add a variant' })
  await expect(form.getByLabel('Headline')).toHaveValue('')
  await expect(form.getByRole('textbox', { name: 'Link' })).toHaveValue(
    'https://books.example/nodes'
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const submit = form.getByRole('button', { name: 'Submit for review' })
  await hands.press(submit)
  await expect(form.getByText('Headline must not be empty.').first()).toBeVisible()
  await hands.type(form.getByLabel('Headline'), headline)
  await hands.type(form.getByRole('textbox', { name: 'Text' }), 'One page a day.')
  await hands.press(submit)
  await expect(page.getByText('Variant submitted for review')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(variant(page, 'B')).toBeFocused()
  await expect(variant(page, 'B').getByText('In review')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

async function approve(page: Page, { url }: ServerProcess, headline: string): Promise<void> {
  await page.goto(`${url}/admin/creatives`)
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: headline, exact: true }) })
  const name = card.getByRole('term').filter({ hasText: /^Variant$/ })
  await expect(name.locator('xpath=following-sibling::dd[1]')).toHaveText('B')
  await approveAd(page, () => card.getByRole('button', { name: 'Approve' }).click())
}

/** Sets a weight, and then lets the better variant run. */
async function choose(page: Page, hands: Hands): Promise<void> {
  const save = page.getByRole('button', { name: 'Save choice' })
  const weight = page.getByRole('textbox', { name: 'Weight of B' })
  await hands.type(weight, '3')
  await expect(weight).toHaveAccessibleDescription('75% of the views')
  await hands.press(save)
  await expect(variant(page, 'B').getByText('3, 75% of the views')).toBeVisible()
  await expect(variant(page, 'A').getByText('1, 25% of the views')).toBeVisible()
  await expectAccessible(page)
  await hands.choose(page.getByRole('radio', { name: /^Let the better one run/ }))
  await expect(weight).toHaveCount(0)
  await hands.press(save)
  await expect(save).toBeDisabled()
  await expect(variant(page, 'B').getByText('75% of the views')).toHaveCount(0)
}

/** The button that opened the question is gone afterward, so the list has the focus. */
async function removeVariant(page: Page, hands: Hands): Promise<void> {
  await hands.press(page.getByRole('button', { name: 'Remove variant B' }))
  const question = page.getByRole('dialog', { name: 'Remove variant B?' })
  await expectAccessible(page)
  await hands.press(question.getByRole('button', { name: 'Remove' }))
  await expect(question).toBeHidden()
  await expect(page.getByText('Variant removed')).toBeVisible()
  await expect(variant(page, 'B')).toHaveCount(0)
  await expect(variant(page, 'A')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Variants' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Save choice' })).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

const variant = (page: Page, name: string) =>
  page.getByRole('listitem', { name: `Variant ${name}`, exact: true })

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const surplus = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(surplus).toBe(0)
}

async function openOperator(browser: Browser, server: ServerProcess): Promise<BrowserAccount> {
  const operator = await openAccount(browser, server.url)
  expect((await server.mille('admin', operator.id)).code).toBe(0)
  return operator
}

function need<Answer>(result: CallResult<Answer>): Answer {
  if (!result.ok) throw new Error(`${result.code} ${JSON.stringify(result.errors)}`)
  return result.value
}
