import { expect } from 'playwright/test'
import { open, test } from './embed-test.ts'

const call = 'POST /api/v1/chat/letters'
const path = '/api/v1/chat/letters'

test('a visitor of another site leaves a message, and what was typed outlives a lost network', async ({
  page,
  network,
  site,
  problems
}) => {
  const sent: Record<string, string>[] = []
  page.on('request', it => {
    if (it.method() === 'POST' && it.url().endsWith(path))
      sent.push(it.postDataJSON().data.attributes)
  })
  network.answers.set(call, { status: 204 })
  network.answers.set(`OPTIONS ${path}`, { status: 204 })
  await open(
    page,
    site,
    `<!doctype html><meta charset="utf-8"><title>A page</title>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${network.origin}; connect-src ${network.origin}">
    <script type="module" src="${network.origin}/embed/v1/chat.js"></script><mille-chat></mille-chat>`
  )
  await page.getByRole('button', { name: 'Contact us' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact us' })
  const text = dialog.getByLabel('Your message')
  const email = dialog.getByLabel('Email address')
  await expect(text).toBeFocused()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Enter a message.')).toBeVisible()
  await text.fill('What does it cost?')
  await email.fill('ada')
  await page.keyboard.press('Enter')
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('This is not a complete email address.')
  expect(sent).toEqual([])

  await email.fill('ada@example.com')
  await page.context().setOffline(true)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Not sent. Try again.')).toBeVisible()
  await expect(text).toHaveValue('What does it cost?')
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Sent. We will reply by email.')).toBeFocused()
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
  expect(sent[0]).toMatchObject({ email: 'ada@example.com', text: 'What does it cost?' })
  expect(network.requests.filter(it => it.path === path && it.method === 'POST')).toHaveLength(1)
  expect(problems).toEqual([])
})

test('where the network takes messages elsewhere, the link remains', async ({
  page,
  network,
  site
}) => {
  network.answers.set(call, {
    status: 409,
    body: { errors: [{ status: '409', code: 'chat_elsewhere' }] }
  })
  network.answers.set(`OPTIONS ${path}`, { status: 204 })
  await open(
    page,
    site,
    `<!doctype html><meta charset="utf-8"><title>A page</title>
    <script type="module" src="${network.origin}/embed/v1/chat.js"></script><mille-chat></mille-chat>`
  )
  await page.getByRole('button', { name: 'Contact us' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact us' })
  await dialog.getByLabel('Your message').fill('Hello')
  await dialog.getByLabel('Email address').fill('ada@example.com')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Send' })).toHaveCount(0)
  await expect(dialog.getByRole('link')).toBeVisible()
})
