import type { CallResult } from '@mille/api/client.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { expect, type Page } from 'playwright/test'
import { type BrowserAccount, openAccount } from './browser-account.ts'
import { test } from './test.ts'

// What is approved in one queue appears in the next queue.
test.describe.configure({ mode: 'serial' })

let server: ServerProcess
let operator: BrowserAccount
let owner: BrowserAccount
let page: Page

test.beforeAll(async ({ browser }) => {
  server = await startServerProcess()
  operator = await openAccount(browser, server.url)
  owner = await openAccount(browser, server.url)
  page = operator.page
  expect((await server.mille('admin', operator.id)).code).toBe(0)
})
test.afterAll(() => server.dispose())

const names = ['First of three', 'Second of three', 'Third of three']

test('campaigns and their creatives are gone through and decided by keys', async () => {
  for (const link_text of names)
    need(
      await owner.api.campaigns.createCampaign({
        link_text,
        creative_link: 'https://books.example/',
        creative_text: 'What to read before the first channel.',
        daily_budget: '1200'
      })
    )
  await decideByKeys('/admin/creatives', names)
  // Approvals are held for a few seconds, in which they can be undone.
  const states = () => statesOf('creatives', 'link_text')
  await expect.poll(states, { timeout: 20_000 }).toEqual(['live', 'rejected', 'live'])
})

test('sites are gone through and decided by keys', async () => {
  const domains = ['one.example', 'two.example', 'three.example']
  for (const domain of domains)
    await server.query(`
      insert into sites (user_id, domain_name, origin, state, language, verification_token, verified_at, created_at)
      values (${owner.id}, '${domain}', 'https://${domain}', 'verified', 'en', '${domain}', now(), now())`)
  await decideByKeys('/admin/sites', domains)
  expect(await statesOf('sites', 'domain_name')).toEqual(['verified', 'rejected', 'verified'])
})

test('offers are gone through and decided by keys', async () => {
  for (const name of names)
    need(
      await owner.api.marketplace.createOffer({
        site_id: '1',
        publication_offer_type: 'article',
        name,
        description: 'Eight hundred words, written by us.',
        languages: ['en'],
        categories: ['bitcoin'],
        turnaround_days: 7,
        price_us_cents: 1_000
      })
    )
  await decideByKeys('/admin/offers', names)
  expect(await statesOf('publication_offers', 'name')).toEqual(['live', 'rejected', 'live'])
})

test('disputes are gone through and decided by keys', async ({ browser }) => {
  const buyer = await openAccount(browser, server.url)
  await server.mille('credit', buyer.id, '100', 'USD', '--reason', 'A deposit by hand')
  for (const offer_id of ['1', '3']) {
    const order = await buyer.api.marketplace.createOrder({
      offer_id,
      currency: 'usd',
      target_url: 'https://books.example/',
      brief: 'Eight hundred words about nodes, with one link.'
    })
    const { id } = need(order).data
    const { updateOrder } = owner.api.marketplace
    need(await updateOrder({ id, state: 'accepted' }))
    need(await updateOrder({ id, state: 'published', proof_url: 'https://one.example/nodes' }))
    const reason = 'There is no link.'
    need(await buyer.api.marketplace.updateOrder({ id, state: 'disputed', reason }))
  }
  await buyer.page.context().close()
  // Money moves, so the operator must have just proved their identity.
  await server.query('update sessions set stepped_up_at = now()')

  for (const [key, isUpheld] of [
    ['u', true],
    ['d', false]
  ] as const) {
    await page.goto(`${server.url}/admin/disputes`)
    await goToFirst()
    if (isUpheld) {
      await page.keyboard.press('j')
      await expectAt(1)
      await page.keyboard.press('k')
      await expectAt(0)
    }
    await page.keyboard.press('Enter')
    const reason = page.getByLabel('Reason')
    await expect(reason).toBeVisible()
    await page.keyboard.press('r')
    await expect(reason).toBeFocused()
    await page.keyboard.type(words)
    await expect(reason).toHaveValue(words)
    await expect(page.getByText('Disputed', { exact: true }).first()).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press(key)
    await expect(reason).toBeHidden()
  }
  expect(await statesOf('publication_orders', 'name')).toEqual(['refunded', 'completed'])
})

/** Contains every letter that is a key for a decision or a move. */
const words = 'jack under'

/**
 * Tests the keys for next and previous, a reason in which the keys are plain letters, and both decisions: the second of
 * three items is rejected.
 */
async function decideByKeys(path: string, titles: readonly string[]): Promise<void> {
  await page.goto(server.url + path)
  const items = page.locator('[data-queue-item]')
  await expect(items).toHaveCount(3)
  await goToFirst()
  for (const [key, at] of [
    ['j', 1],
    ['j', 2],
    ['k', 1]
  ] as const) {
    await page.keyboard.press(key)
    await expectAt(at)
  }
  await expect(items.nth(1)).toContainText(titles[1] ?? '')

  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Why is it rejected?' })
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await reason.focus()
  await page.keyboard.type(words)
  await expect(reason).toHaveValue(words)
  // The dialog receives all keys, even while its text field does not have the focus.
  await dialog.getByRole('button', { name: 'Cancel' }).focus()
  for (const key of ['a', 'j', 'r']) await page.keyboard.press(key)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(items).toHaveCount(3)

  await expectAt(1)
  await page.keyboard.press('r')
  await expect(reason).toHaveValue(words)
  await dialog.getByRole('button', { name: 'Reject' }).press('Enter')
  await expect(items).toHaveCount(2)
  await expect(page.getByRole('heading', { name: titles[1] ?? '' })).toBeHidden()
  await expectAt(1)
  await page.keyboard.press('a')
  await expect(items).toHaveCount(1)
  await expectAt(0)
  await page.keyboard.press('a')
  await expect(page.getByText('Nothing to review')).toBeVisible()
}

/** Expects the focus on the item or inside it: after a dialog was closed, it is on the item's first button or link. */
async function expectAt(index: number, timeout = 5_000): Promise<void> {
  const at = () =>
    page
      .locator('[data-queue-item]')
      .evaluateAll(items => items.findIndex(it => it.contains(document.activeElement)))
  await expect.poll(at, { timeout }).toBe(index)
}

/** Goes to the first item. The keys work once the page's script runs, and K stays at the first item. */
async function goToFirst(): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('k')
    await expectAt(0, 100)
  }).toPass()
}

async function statesOf(table: string, name: string): Promise<unknown[]> {
  const rows = await server.query(`select state, ${name} from ${table} order by id`)
  return rows.map(row => row.state)
}

function need<Answer>(result: CallResult<Answer>): Answer {
  if (!result.ok) throw new Error(`${result.code} ${JSON.stringify(result.errors)}`)
  return result.value
}
