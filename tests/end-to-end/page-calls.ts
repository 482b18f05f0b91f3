import { type Browser, expect, type Page } from 'playwright/test'

/** Opens a page in a new browser, in which no uncaught error may occur. */
export async function openPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  page.on('pageerror', error => {
    throw error
  })
  return page
}

/** Opens a page that is signed in to a new anonymous account. */
export async function openAccountPage(browser: Browser, serverUrl: string): Promise<Page> {
  const page = await openPage(browser)
  await page.goto(serverUrl)
  const attributes = { anonymous: true }
  const made = await call(page, 'POST', '/api/v1/users', { type: 'users', attributes })
  accountCodes.set(page, made.meta.access_code)
  // No banner should ask the user to save the account code.
  await call(page, 'PUT', '/api/v1/user/account_code')
  return page
}

const accountCodes = new WeakMap<Page, string>()

/** Answers the question whether the user is still the same person, for an account that `openAccountPage` made. */
export async function confirmItIsYou(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Code').fill(accountCodes.get(page) ?? '')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the call answers; the test reads what it expects
type Answer = any

/** Makes a call as the page itself would. */
export async function call(
  page: Page,
  method: string,
  path: string,
  data?: object
): Promise<Answer> {
  return page.evaluate(
    async ([method, path, data]) => {
      const given = await fetch('/api/v1/authenticity_token', { method: 'POST' })
      const token = (await given.json()).data.attributes.base64
      const response = await fetch(path, {
        method,
        headers: {
          'Content-Type': 'application/json;charset=utf-8',
          'X-CSRF-Token': token,
          'Idempotency-Key': crypto.randomUUID()
        },
        ...(data ? { body: JSON.stringify({ data }) } : {})
      })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return response.status === 204 ? null : response.json()
    },
    [method, path, data] as const
  )
}
