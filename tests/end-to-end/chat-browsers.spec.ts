import { randomBytes } from 'node:crypto'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { type Browser, expect, type Page } from 'playwright/test'
import { test } from './test.ts'

let first: ServerProcess
let second: ServerProcess
test.beforeAll(async () => {
  const environment = { SECRET: randomBytes(32).toString('hex') }
  first = await startServerProcess(environment)
  const [row] = await first.query('show unix_socket_directories')
  const [port] = await first.query('show port')
  const host = encodeURIComponent(String(row?.unix_socket_directories))
  second = await startServerProcess({
    ...environment,
    DATABASE_URL: `postgres://postgres@/postgres?host=${host}&port=${port?.port}`
  })
})
test.afterAll(async () => {
  await second.dispose()
  await first.dispose()
})

test('two browsers talk through two processes, and a process that dies loses nothing', async ({
  browser
}) => {
  const person = await openAccount(browser, first)
  const operator = await openAccount(browser, second)
  const { data } = await (await operator.request.get(`${second.url}/api/v1/current_user`)).json()
  await first.query(`update users set roles = '{admin}', username = 'Night' where id = ${data.id}`)

  await person.goto(`${first.url}/marketplace#live-chat`)
  const chat = person.getByRole('dialog', { name: 'Talk to us' })
  const said = chat.getByRole('log')
  await write(chat.getByRole('textbox'), 'Is anybody there?')
  await operator.goto(`${second.url}/admin/chat`)
  const inbox = operator.getByRole('navigation', { name: 'Conversations' })
  await inbox.getByRole('link').first().click()
  const log = operator.getByRole('log', { name: 'Messages' })
  await expect(log.getByText('Is anybody there?')).toBeVisible()
  for (let round = 0; round < 5; round++) {
    await write(operator.getByLabel('Your answer'), `Answer ${round}`)
    await expect(said.getByText(`Answer ${round}`)).toBeVisible()
    await write(chat.getByRole('textbox'), `Question ${round}`)
    await expect(log.getByText(`Question ${round}`)).toBeVisible()
  }

  await second.kill()
  await write(chat.getByRole('textbox'), 'While yours was down')
  await expect(said.getByText('While yours was down')).toBeVisible()
  await second.restart()
  // Nobody reloads anything: the window comes back by itself, and has all of it.
  await expect(log.getByText('While yours was down')).toBeVisible({ timeout: 30_000 })
  await write(operator.getByLabel('Your answer'), 'Here again')
  await expect(said.getByText('Here again')).toBeVisible()
  await person.reload()
  await person.goto(`${first.url}/marketplace#live-chat`)
  for (const text of ['Is anybody there?', 'Answer 4', 'While yours was down', 'Here again'])
    await expect(said.getByText(text, { exact: true })).toBeVisible()
})

async function write(field: ReturnType<Page['getByRole']>, text: string): Promise<void> {
  await field.fill(text)
  await field.press('Enter')
}

async function openAccount(browser: Browser, server: ServerProcess): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${server.url}/marketplace`)
  await page.evaluate(async () => {
    const given = await fetch('/api/v1/authenticity_token', { method: 'POST' })
    const token = (await given.json()).data.attributes.base64
    await fetch('/api/v1/users', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json;charset=utf-8', 'X-CSRF-Token': token },
      body: JSON.stringify({ data: { type: 'users', attributes: { anonymous: true } } })
    })
  })
  return page
}
