import { randomBytes } from 'node:crypto'
import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { type Browser, expect, type Locator, type Page } from 'playwright/test'
import sharp from 'sharp'
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
    DATABASE_URL: `postgres://mille@/postgres?host=${host}&port=${port?.port}`
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
  const chat = person.getByRole('dialog', { name: 'Contact us' })
  const said = chat.getByRole('log')
  await write(chat.getByRole('textbox'), 'Is anybody there?')
  await operator.goto(`${second.url}/admin/chat`)
  const inbox = operator.getByRole('navigation', { name: 'Conversations' })
  await inbox.getByRole('link').first().click()
  const log = operator.getByRole('log', { name: 'Messages' })
  await expect(log.getByText('Is anybody there?')).toBeVisible()
  for (let round = 0; round < 5; round++) {
    await write(operator.getByLabel('Your reply'), `Answer ${round}`)
    await expect(said.getByText(`Answer ${round}`)).toBeVisible()
    await write(chat.getByRole('textbox'), `Question ${round}`)
    await expect(log.getByText(`Question ${round}`)).toBeVisible()
  }

  await second.kill()
  await write(chat.getByRole('textbox'), 'While yours was down')
  await expect(said.getByText('While yours was down')).toBeVisible()
  await second.restart()
  // Without a reload, the chat window reconnects by itself and shows every message.
  await expect(log.getByText('While yours was down')).toBeVisible({ timeout: 30_000 })
  await write(operator.getByLabel('Your reply'), 'Here again')
  await expect(said.getByText('Here again')).toBeVisible()
  await person.reload()
  await person.goto(`${first.url}/marketplace#live-chat`)
  for (const text of ['Is anybody there?', 'Answer 4', 'While yours was down', 'Here again'])
    await expect(said.getByText(text, { exact: true })).toBeVisible()
})

test('a picture goes each way, is seen on both sides, and is there after a reload', async ({
  browser
}) => {
  const person = await openAccount(browser, first)
  const operator = await openAccount(browser, second)
  const stranger = await openAccount(browser, first)
  const { data } = await (await operator.request.get(`${second.url}/api/v1/current_user`)).json()
  await first.query(`update users set roles = '{admin}', username = 'Noon' where id = ${data.id}`)

  await person.goto(`${first.url}/marketplace#live-chat`)
  const chat = person.getByRole('dialog', { name: 'Contact us' })
  const said = chat.getByRole('log')
  await choose(chat, 'question.png', await draw(900, 500))
  await expect(chat.getByAltText('Your picture, ready to send')).toBeVisible()
  await write(chat.getByRole('textbox'), 'What is this?')
  await expectSeen(said.getByRole('img', { name: /^Picture from You/ }), 900)

  await operator.goto(`${second.url}/admin/chat`)
  const inbox = operator.getByRole('navigation', { name: 'Conversations' })
  await inbox.getByRole('link', { name: 'What is this?' }).click()
  const log = operator.getByRole('log', { name: 'Messages' })
  await expectSeen(log.getByRole('img', { name: /^Picture from/ }), 900)
  // Sends a picture without text before its upload has finished: sending waits for the upload.
  const answer = operator.getByRole('main')
  await choose(answer, 'answer.jpg', await draw(300, 700, 'jpeg'))
  await answer.getByRole('button', { name: 'Send' }).click()
  await expectSeen(said.getByRole('img', { name: /^Picture from Noon/ }), 300)
  await expect(inbox.getByRole('link', { name: 'Support: Picture' })).toBeVisible()

  for (const page of [person, operator]) await page.reload()
  await person.goto(`${first.url}/marketplace#live-chat`)
  for (const side of [said, log]) {
    await expectSeen(side.getByRole('img', { name: /^Picture from Noon/ }), 300)
    await expectSeen(side.getByRole('img').first(), 900)
  }
  const source = await said.getByRole('img').first().getAttribute('src')
  const foreign = await stranger.request.get(`${first.url}${source}`)
  expect(foreign.status()).toBe(404)
})

test('a picture that cannot go costs no words, and goes when the network is back', async ({
  browser
}) => {
  const person = await openAccount(browser, first)
  await person.goto(`${first.url}/marketplace#live-chat`)
  const chat = person.getByRole('dialog', { name: 'Contact us' })
  const field = chat.getByRole('textbox')
  await field.fill('My words')
  await choose(chat, 'drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(chat.getByText('The file is not a PNG')).toBeVisible()
  await choose(chat, 'broken.png', (await draw(400, 400)).subarray(0, 300))
  await expect(chat.getByText(/damaged/)).toBeVisible()
  await person.context().setOffline(true)
  await choose(chat, 'mine.png', await draw(400, 400))
  await expect(chat.getByText(/could not be uploaded/)).toBeVisible()
  await expect(field).toHaveValue('My words')
  await person.context().setOffline(false)
  await chat.getByRole('button', { name: 'Try again' }).click()
  await chat.getByRole('button', { name: 'Send' }).click()
  await expectSeen(chat.getByRole('log').getByRole('img'), 400)
  await expect(field).toHaveValue('')
})

async function draw(width: number, height: number, format: 'png' | 'jpeg' = 'png') {
  const background = { r: 200, g: 120, b: 40 }
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}

/** Chooses a file through the input field that the button opens. */
async function choose(place: Locator, name: string, buffer: Buffer): Promise<void> {
  const mimeType = { png: 'image/png', jpg: 'image/jpeg', svg: 'image/svg+xml' }[
    name.split('.')[1] ?? ''
  ]
  await place.locator('input[type=file]').setInputFiles({ name, mimeType: mimeType ?? '', buffer })
}

/** Expects a picture that is fully loaded, in the shape for which room was reserved. */
async function expectSeen(picture: Locator, naturalWidth: number): Promise<void> {
  await picture.scrollIntoViewIfNeeded()
  await expect(picture).toHaveJSProperty('naturalWidth', naturalWidth)
  const bent = await picture.evaluate((image: HTMLImageElement) => {
    const { width, height } = image.getBoundingClientRect()
    return Math.abs(width / height - image.naturalWidth / image.naturalHeight)
  })
  expect(bent).toBeLessThan(0.05)
}

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
    const made = await fetch('/api/v1/users', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json;charset=utf-8', 'X-CSRF-Token': token },
      body: JSON.stringify({ data: { type: 'users', attributes: { anonymous: true } } })
    })
    // Reads the response to its end: the page navigates next, and a response of the previous page has no body.
    await made.text()
  })
  // The page was rendered for a visitor, and requests only what a visitor may have.
  await page.reload()
  return page
}
