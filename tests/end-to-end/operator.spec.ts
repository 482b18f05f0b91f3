import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible.ts'
import { call, confirmItIsYou, openAccountPage, openPage } from './page-calls.ts'
import { test } from './test.ts'

let server: ServerProcess
let operator: Page
let person: Page

test.beforeAll(async ({ browser }) => {
  server = await startServerProcess()
  operator = await openAccountPage(browser, server.url)
  person = await openAccountPage(browser, server.url)
  const account = await call(operator, 'GET', '/api/v1/current_user')
  await server.query(`update users set roles = '{admin}' where id = ${account.data.id}`)
})
test.afterAll(() => server.dispose())

test('an announcement is shown to all users until they dismiss it', async ({ browser }) => {
  await operator.goto(`${server.url}/admin/announcements`)
  await operator.getByRole('button', { name: 'New announcement' }).click()
  const dialog = operator.getByRole('dialog', { name: 'New announcement' })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByText('Title must not be empty.').first()).toBeVisible()
  await dialog.getByLabel('Title').fill('Deposits rest tonight')
  await dialog.getByLabel('Text', { exact: true }).fill('From midnight to one, UTC.')
  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await operator.getByRole('option', { name: 'Warning' }).click()
  await dialog.getByRole('textbox', { name: /^Link optional/ }).fill('https://status.example/')
  await dialog.getByLabel('Link text').fill('Status')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(operator.getByText('Announcement published')).toBeVisible()
  await expect(operator.getByText('Live')).toBeVisible()

  // The announcement is in the HTML of the page, so nothing moves when scripts arrive.
  const html = await (await person.request.get(`${server.url}/marketplace`)).text()
  expect(html).toContain('Deposits rest tonight')
  for (const page of [person, await openPage(browser)]) {
    await page.goto(`${server.url}/marketplace`)
    await expect(page.getByRole('link', { name: 'Status' })).toBeVisible()
    const told = page.waitForResponse(it => it.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText('Deposits rest tonight')).toBeHidden()
    expect((await told).status()).toBe(204)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Marketplace' })).toBeVisible()
    await expect(page.getByText('Deposits rest tonight')).toBeHidden()
  }

  await operator.getByRole('button', { name: 'New announcement' }).click()
  await dialog.getByLabel('Title').fill('Another')
  await dialog.getByLabel('Text', { exact: true }).fill('At the same time.')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(
    dialog.getByText(/“Deposits rest tonight” is scheduled for that time/).first()
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await operator.getByRole('button', { name: 'End', exact: true }).click()
  const question = operator.getByRole('dialog', { name: 'End this announcement?' })
  await question.getByRole('button', { name: 'End' }).click()
  await expect(operator.getByText('Ended', { exact: true })).toBeVisible()
  await expectAccessible(operator)
})

test('an operator answers while both are there, and history stays', async () => {
  await operator.goto(`${server.url}/admin/chat`)
  await expect(operator.getByText('No messages yet')).toBeVisible()

  await person.goto(server.url)
  await say(person, 'My deposit is not there yet')
  const inbox = operator.getByRole('navigation', { name: 'Conversations' })
  await expect(inbox.getByText('My deposit is not there yet')).toBeVisible()
  await expect(inbox.getByText('1 unread')).toBeVisible()
  await inbox.getByRole('link').first().click()
  await expect(operator).toHaveURL(/\/admin\/chat\/\d+$/)
  const log = operator.getByRole('log', { name: 'Messages' })
  await expect(log.getByText('My deposit is not there yet')).toBeVisible()
  await expect(inbox.getByText('1 unread')).toBeHidden()

  // The person's window opens its event stream, so the operator sees the person come online.
  await expect(operator.getByText('Away', { exact: true })).toBeVisible()
  await person.evaluate(() => {
    const heard: string[] = []
    const source = new EventSource('/api/v1/chat/stream')
    source.addEventListener('message', ({ data }) =>
      heard.push(JSON.parse(data).attributes.text as string)
    )
    Object.assign(window, { heard, source })
  })
  await expect(operator.locator('section').getByText('Online')).toBeVisible()

  const answer = operator.getByLabel('Your reply')
  await answer.fill('It has one confirmation of two.')
  await answer.press('Enter')
  await expect(answer).toHaveValue('')
  await expect(log.getByText('It has one confirmation of two.')).toBeVisible()
  await expect
    .poll(() => person.evaluate(() => (window as unknown as { heard: string[] }).heard))
    .toEqual(['It has one confirmation of two.'])
  const messages = await call(person, 'GET', '/api/v1/chat/messages')
  await call(person, 'POST', '/api/v1/chat/reads', {
    type: 'chat_reads',
    attributes: { message_id: messages.data.at(-1).id }
  })
  await expect(log.getByText(/· Read/)).toBeVisible()

  await operator.reload()
  await expect(log.getByText('It has one confirmation of two.')).toBeVisible()
  await expectAccessible(operator)
})

test('people suggest and vote, the operator decides', async () => {
  await person.goto(server.url)
  await person.getByRole('link', { name: 'Feedback' }).click()
  await expect(person).toHaveURL(`${server.url}/suggestions`)
  await person.getByRole('button', { name: 'New suggestion' }).click()
  const dialog = person.getByRole('dialog', { name: 'New suggestion' })
  await dialog.getByLabel('Title').fill('Pay')
  await dialog.getByRole('button', { name: 'Submit suggestion' }).click()
  await expect(dialog.getByText('Title must have at least 5 characters.').first()).toBeVisible()
  await dialog.getByLabel('Title').fill('Pay over Lightning')
  await dialog.getByRole('button', { name: 'Submit suggestion' }).click()
  const vote = (page: Page) => page.getByRole('button', { name: /Vote for “Pay over Lightning”/ })
  await expect(vote(person)).toHaveAttribute('aria-pressed', 'true')

  await operator.goto(`${server.url}/suggestions`)
  await vote(operator).click()
  await expect(vote(operator)).toHaveAccessibleName(/2 votes$/)
  await expectAccessible(operator)

  await operator.goto(`${server.url}/admin/suggestions`)
  await operator.getByRole('combobox', { name: 'Status' }).click()
  await operator.getByRole('option', { name: 'Planned' }).click()
  await operator.getByLabel('Reply').fill('In the spring.')
  await operator.getByRole('button', { name: 'Save' }).click()
  await expect(operator.getByText('Suggestion saved')).toBeVisible()
  await expectAccessible(operator)
  await person.reload()
  await expect(person.getByText('In the spring.')).toBeVisible()
  await expect(person.getByText('Planned')).toBeVisible()

  await operator.getByRole('button', { name: 'Hide' }).click()
  await expect(operator.getByRole('button', { name: 'Show again' })).toBeVisible()
  await person.reload()
  await expect(person.getByText('Only you and the operators can see this.')).toBeVisible()
})

test('the role of an operator is removed only after a question that names the account', async () => {
  const account = await call(person, 'GET', '/api/v1/current_user')
  await operator.goto(`${server.url}/admin/users/${account.data.id}`)
  await operator.getByRole('button', { name: 'Make operator' }).click()
  await operator.getByRole('dialog').getByRole('button', { name: 'Make operator' }).click()
  await confirmItIsYou(operator)
  const remove = operator.getByRole('button', { name: 'Remove operator role' })
  await remove.click()
  const question = operator.getByRole('dialog', { name: 'Remove the operator role?' })
  await expect(question).toContainText(
    `Account ${account.data.id} immediately loses access to all operator pages`
  )
  await operator.keyboard.press('Escape')
  await operator.reload()
  await remove.click()
  await question.getByRole('button', { name: 'Remove operator role' }).click()
  await expect(operator.getByRole('button', { name: 'Make operator' })).toBeVisible()
})

test('a new operator is asked for by one operator and confirmed by another', async ({
  browser
}) => {
  const account = await call(person, 'GET', '/api/v1/current_user')
  const path = `${server.url}/admin/users/${account.data.id}`
  const make = (page: Page) => page.getByRole('button', { name: 'Make operator' })
  await operator.goto(path)
  await make(operator).click()
  await operator.getByRole('dialog').getByRole('button', { name: 'Make operator' }).click()
  await expect(
    operator.getByText('You requested the operator role for this account.')
  ).toBeVisible()
  await expect(make(operator)).toHaveCount(0)
  await expectAccessible(operator)
  await operator.getByRole('button', { name: 'Withdraw request' }).click()
  await make(operator).click()
  await operator.getByRole('dialog').getByRole('button', { name: 'Make operator' }).click()
  await expect(
    operator.getByText('You requested the operator role for this account.')
  ).toBeVisible()

  const second = await openAccountPage(browser, server.url)
  const { data } = await call(second, 'GET', '/api/v1/current_user')
  await server.query(`update users set roles = '{admin}' where id = ${data.id}`)
  await second.goto(path)
  await expect(second.getByText(/requested the operator role for this account/)).toBeVisible()
  await make(second).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Make operator' }).click()
  await confirmItIsYou(second)
  await second.getByRole('button', { name: 'Remove operator role' }).click()
  const question = second.getByRole('dialog', { name: 'Remove the operator role?' })
  await question.getByRole('button', { name: 'Remove operator role' }).click()
  await expect(make(second)).toBeVisible()
})

test('the operator’s pages are closed to everyone else', async () => {
  for (const path of [
    '/admin/chat',
    '/admin/chat/1',
    '/admin/announcements',
    '/admin/suggestions'
  ]) {
    await person.goto(`${server.url}${path}`)
    await expect(person).toHaveURL(`${server.url}/?flash=not_authorized`)
  }
})

const say = (page: Page, text: string) =>
  call(page, 'POST', '/api/v1/chat/messages', { type: 'chat_messages', attributes: { text } })
