import type { Api } from '@mille/api/client.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright/test'
import { contextApi } from './context-api.ts'

export type BrowserAccount = { page: Page; api: Api; id: string }

/**
 * Opens a new browser that is signed in to a new anonymous account; `api` makes calls with the browser's own cookies.
 */
export async function openAccount(
  browser: Browser,
  serverUrl: string,
  options: BrowserContextOptions = {}
): Promise<BrowserAccount> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  page.on('pageerror', error => {
    throw error
  })
  const api = contextApi(context, serverUrl)
  const signedUp = await api.accounts.signUp({ anonymous: true })
  if (!signedUp.ok || !signedUp.value.data)
    throw new Error(`sign-up failed: ${JSON.stringify(signedUp)}`)
  // The account code is not needed here, and no banner should ask the user to save it.
  await api.accounts.confirmAccountCode()
  return { page, api, id: signedUp.value.data.id }
}
