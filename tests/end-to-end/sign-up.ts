import { type Browser, expect, type Page } from 'playwright/test'
import type { Hands } from './hands.ts'

/** Signs up by an emailed code, through the interface and the outbox. */
export async function signUp(browser: Browser, url: string, email: string): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  page.on('pageerror', error => {
    throw error
  })
  await page.goto(`${url}/#create-account`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await expect(dialog.getByLabel('Access code')).toBeVisible()
  await dialog.getByLabel('Access code').fill(await mailedCode(page, url, email))
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: email })).toBeVisible()
  await expect(page).toHaveURL(`${url}/overview`)
  return page
}

/** Returns the code in the newest email to the address that has not been used before. */
export async function mailedCode(
  page: Page,
  url: string,
  email: string,
  used: readonly string[] = []
): Promise<string> {
  let code = ''
  await expect(async () => {
    const outbox = (await (await page.request.get(`${url}/dev/outbox.json`)).json()) as {
      to: string
      codes: string[]
    }[]
    const codes = outbox.filter(mail => mail.to === email).flatMap(mail => mail.codes)
    code = codes.find(it => !used.includes(it)) ?? ''
    expect(code).not.toBe('')
  }).toPass({ timeout: 15_000 })
  return code
}

/** Creates an account without an email address in the open popup. Returns the number of fields. */
export async function signUpInPopup(page: Page, hands: Hands): Promise<number> {
  const dialog = page.getByRole('dialog')
  await hands.press(dialog.getByRole('button', { name: 'Continue without an email address' }))
  await hands.press(dialog.getByRole('button', { name: 'Create anonymous account' }))
  await hands.choose(dialog.getByLabel('I have saved the code'))
  await hands.press(dialog.getByRole('button', { name: 'Done' }))
  await expect(dialog).toBeHidden()
  return 1
}
