import { type ServerProcess, startServerProcess } from '@mille/testing/server-process.ts'
import { expect, type Page } from 'playwright/test'
import { test } from './test.ts'

let server: ServerProcess
test.beforeAll(async () => {
  server = await startServerProcess()
})
test.afterAll(() => server.dispose())

/** Collects what the page's policy refuses, and the page's errors. */
function watchPage(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', error => problems.push(error.message))
  page.on('console', message => {
    if (/Content Security Policy|TrustedScript/.test(message.text())) problems.push(message.text())
  })
  return problems
}

/** Requests codes as other visitors of the same IP network would, until no free request is left. */
async function useUpCodes(page: Page, times: number): Promise<void> {
  const statuses = await page.evaluate(async times => {
    const given = await fetch('/api/v1/authenticity_token', { method: 'POST' })
    const token = (await given.json()).data.attributes.base64
    const found: number[] = []
    for (let count = 0; count < times; count++) {
      const attributes = { email: `neighbour-${count}@example.com` }
      const answer = await fetch('/api/v1/user/access_codes', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json;charset=utf-8', 'X-CSRF-Token': token },
        body: JSON.stringify({ data: { type: 'access_codes', attributes } })
      })
      found.push(answer.status)
    }
    return found
  }, times)
  expect(new Set(statuses)).toEqual(new Set([202]))
}

test('the page works for a code once a network has asked for many, under its own policy', async ({
  page
}) => {
  const problems = watchPage(page)
  await page.goto(`${server.url}/marketplace`)
  await useUpCodes(page, 15)
  const answers: string[] = []
  page.on('response', response => {
    const path = new URL(response.url()).pathname
    if (/access_codes|captcha/.test(path)) answers.push(`${response.status()} ${path}`)
  })
  await page.goto(`${server.url}/marketplace#login-form`)
  const popup = page.getByRole('dialog', { name: 'Sign in' })
  await popup.getByLabel('Email address').fill('ada@example.com')
  const worked = page.evaluate(
    () =>
      new Promise(resolve => {
        // The progress bar may be visible for only half a second.
        const watcher = new MutationObserver(() => {
          const bar = document.querySelector('[role="dialog"] progress')
          if (bar) resolve(bar.closest('label')?.textContent)
        })
        watcher.observe(document.body, { childList: true, subtree: true })
      })
  )
  await popup.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible()
  expect(await worked).toBe('Verifying that you are human')
  expect(answers).toEqual([
    '422 /api/v1/user/access_codes',
    '200 /api/v1/captcha_challenges',
    '202 /api/v1/user/access_codes'
  ])
  expect(problems).toEqual([])
})
