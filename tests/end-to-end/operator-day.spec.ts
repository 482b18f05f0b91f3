import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '@mille/server/db/connect.ts'
import { hold, networkAccount, transfer, userAccount } from '@mille/server/ledger/index.ts'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { approveAd } from './approve-ad.ts'
import { addAuthenticator } from './authenticator.ts'
import { call, confirmItIsYou, openAccountPage } from './page-calls.ts'
import { test } from './test.ts'

let server: ServerProcess
let operator: Page
let advertiser: Page
let operatorId: string
let advertiserId: string

test.beforeAll(async ({ browser }) => {
  server = await startServerProcess()
  operator = await openAccountPage(browser, server.url)
  advertiser = await openAccountPage(browser, server.url)
  operatorId = (await call(operator, 'GET', '/api/v1/current_user')).data.id
  advertiserId = (await call(advertiser, 'GET', '/api/v1/current_user')).data.id
  await server.query(
    `update users set roles = '{admin}', username = 'Night shift' where id = ${operatorId}`
  )
})
test.afterAll(() => server.dispose())

test('a day of the operator', async () => {
  // Items that await the operator in the morning.
  for (const title of ['Books for node runners', 'Win every time'])
    await call(advertiser, 'POST', '/api/v1/campaigns', {
      type: 'campaigns',
      attributes: {
        link_text: title,
        creative_link: 'https://books.example/nodes',
        creative_text: 'What to read before the first channel.',
        daily_budget: '1200'
      }
    })
  await call(advertiser, 'POST', '/api/v1/chat/messages', {
    type: 'chat_messages',
    attributes: { text: 'When is my campaign looked at?' }
  })
  const withdrawal = await askForMoney()

  // Campaigns: the operator approves one and rejects another, whose owner reads why.
  await operator.goto(`${server.url}/admin/creatives`)
  await expectAccessible(operator)
  const approve = card('Books for node runners').getByRole('button', { name: 'Approve' })
  await approveAd(operator, () => approve.click())
  await card('Win every time').getByRole('button', { name: 'Reject' }).click()
  const why = operator.getByRole('dialog', { name: 'Why is it rejected?' })
  await why.getByLabel('Reason').fill('Nobody wins every time.')
  await why.getByRole('button', { name: 'Reject' }).click()
  await expect(operator.getByText('Nothing to review')).toBeVisible()

  await advertiser.goto(`${server.url}/campaigns`)
  const bell = advertiser.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread')
  await bell.click()
  const told = advertiser.getByRole('dialog', { name: 'Notifications' })
  await expect(told.getByText('Nobody wins every time.')).toBeVisible()
  await expectAccessible(advertiser)
  await told.getByRole('link', { name: /“Win every time” was rejected/ }).click()
  await expect(advertiser).toHaveURL(/\/campaigns\/\d+$/)
  await expect(advertiser.getByText('Nobody wins every time.').first()).toBeVisible()
  // Opening the campaign marked the notification as read; the count in the list follows by itself, 1.5 seconds later.
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')

  // A site that was verified overnight.
  await server.query(`
    insert into sites (user_id, domain_name, origin, state, language, verification_token, verified_at, created_at)
    values (${advertiserId}, 'blog.example', 'https://blog.example', 'verified', 'en', 'token', now(), now())`)
  await operator.goto(`${server.url}/admin/sites`)
  await expect(operator.getByRole('heading', { name: 'blog.example' })).toBeVisible()
  await expectAccessible(operator)
  await operator.keyboard.press('a')
  await expect(operator.getByText('Site approved')).toBeVisible()

  // The operator publishes news for everyone.
  await operator.goto(`${server.url}/admin/announcements`)
  await operator.getByRole('button', { name: 'New announcement' }).click()
  const news = operator.getByRole('dialog', { name: 'New announcement' })
  await news.getByLabel('Title').fill('Deposits rest tonight')
  await news.getByLabel('Text', { exact: true }).fill('From midnight to one, UTC.')
  await news.getByRole('button', { name: 'Publish' }).click()
  await expect(operator.getByText('Announcement published')).toBeVisible()
  await advertiser.goto(`${server.url}/marketplace`)
  await expect(advertiser.getByText('Deposits rest tonight')).toBeVisible()

  // A question in the chat, and its answer in the window of the person who asked.
  await advertiser.goto(`${server.url}/marketplace#live-chat`)
  const chat = advertiser.getByRole('dialog', { name: 'Contact us' })
  await expect(chat.getByText('When is my campaign looked at?')).toBeVisible()
  await operator.goto(`${server.url}/admin/chat/${advertiserId}`)
  const answer = operator.getByLabel('Your reply')
  await answer.fill('It is done.')
  await answer.press('Enter')
  await expect(chat.getByText('It is done.')).toBeVisible()

  // A withdrawal request: the operator approves its destination with a passkey.
  await addAuthenticator(operator)
  await operator.goto(`${server.url}/settings`)
  await operator.getByRole('button', { name: 'Add a passkey' }).click()
  await confirmItIsYou(operator)
  await expect(operator.getByText('Passkey added')).toBeVisible()
  await operator.goto(`${server.url}/admin/payouts`)
  await expectAccessible(operator)
  await operator.getByRole('button', { name: 'Approve' }).click()
  await expect(operator.getByRole('button', { name: 'Approve' })).toBeHidden()
  const [row] = await server.query(`select state from withdrawals where id = ${withdrawal}`)
  expect(row?.state).not.toBe('requested')

  // The operator corrects an account with a wrong balance.
  await operator.goto(`${server.url}/admin/users`)
  await operator.getByRole('searchbox').fill(advertiserId)
  await operator.getByRole('button', { name: 'Find' }).click()
  await expectAccessible(operator)
  await operator.getByRole('link', { name: `Account ${advertiserId}` }).click()
  await operator.getByLabel('Amount').fill('-0.0001')
  await operator.getByLabel('Reason').fill('Credited twice')
  await operator.getByRole('button', { name: 'Adjust balance' }).click()
  await expect(operator.getByText('Balance adjusted')).toBeVisible()
  await expectAccessible(operator)

  // The ledger is consistent, and every action of the operator is in the audit log.
  await operator.goto(`${server.url}/admin/health`)
  await expect(operator.getByRole('row', { name: /Database/ })).toContainText('OK')
  await operator.getByRole('button', { name: 'Verify the ledger' }).click()
  // A worker verifies the ledger, and the page shows the result.
  await expect(operator.getByText('The ledger is consistent')).toBeVisible({ timeout: 60_000 })
  await expectAccessible(operator)
  await operator.goto(`${server.url}/admin/audit`)
  const log = operator.getByRole('table', { name: 'Audit log' })
  const acts = [
    '/api/v1/admin/ledger_checks',
    `/api/v1/admin/users/${advertiserId}/adjustments`,
    `/api/v1/admin/withdrawals/${withdrawal}`,
    `/api/v1/admin/chat/conversations/${advertiserId}/messages`,
    '/api/v1/admin/announcements',
    '/api/v1/admin/sites/',
    '/api/v1/admin/creatives/'
  ]
  for (const act of acts) await expect(log.getByText(act).first()).toBeVisible()
  await expect(log).toContainText('Nobody wins every time.')
  await expect(log).toContainText('Credited twice')
  await expect(log).not.toContainText('It is done.')
  await expect(log.getByRole('link', { name: 'Night shift' }).first()).toBeVisible()
  await expectAccessible(operator)
  expect((await server.mille('verify')).code).toBe(0)
})

test('the pages of operators are closed to everyone else', async () => {
  const routes = readFileSync(join(import.meta.dirname, '../../dashboard/app/routes.ts'), 'utf8')
  const paths = [...routes.matchAll(/route\('(admin[^']*)'/g)].map(match =>
    (match[1] ?? '').replace(/\/:id\?$/, '').replace(':id', '1')
  )
  expect(paths.length).toBeGreaterThan(8)
  for (const path of paths) {
    await advertiser.goto(`${server.url}/${path}`)
    await expect(advertiser, path).toHaveURL(`${server.url}/?flash=not_authorized`)
  }
  const stranger = await (await advertiser.context().browser()?.newContext())?.newPage()
  if (!stranger) throw new Error('no browser')
  for (const path of paths) {
    await stranger.goto(`${server.url}/${path}`)
    await expect(stranger, path).toHaveURL(/\/user\/sign_in\?flash=not_authenticated/)
  }
})

const card = (title: string) =>
  operator.locator('section').filter({ has: operator.getByRole('heading', { name: title }) })

/** Requests a withdrawal that a second person has to approve, as the account's owner would. */
async function askForMoney(): Promise<number> {
  const pid = readFileSync(join(server.dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const address = { host: pid[4] ?? '', port: Number(pid[3]), user: 'postgres' }
  const { db, close } = await connect({ ...address, database: 'postgres' }, 2)
  const own = userAccount(Number(advertiserId), 'BTC')
  const at = new Date()
  const id = await db.transaction().execute(async tx => {
    const from = networkAccount('BTC', 'outside')
    const credit = {
      key: 'demo credit of the day',
      kind: 'adjustment',
      amount: 500_000n,
      from,
      to: own,
      at
    }
    const given = await transfer(tx, [credit])
    const held = await hold(tx, {
      key: 'day hold',
      from: own,
      amount: 300_000n,
      reason: 'withdrawal',
      at
    })
    if (!given.ok || !held.ok) throw new Error('the money could not be set aside')
    const rows = await tx
      .insertInto('withdrawals')
      .values({
        user_id: Number(advertiserId),
        asset: 'BTC',
        token_code: 'BTC',
        chain: (await tx.selectFrom('chains').select('name').limit(1).executeTakeFirstOrThrow())
          .name,
        address: 'bcrt1qexample',
        amount: 300_000n,
        fee: 1_000n,
        state: 'requested',
        hold_id: held.value.id,
        needs_approval: true,
        created_at: at
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return rows.id
  })
  await close()
  return id
}
