import { type Api, createApi } from '@mille/api/client.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright/test'
import { holdAnswer } from './answers.ts'

export type BrowserAccount = { page: Page; api: Api; id: string }

/** A browser of its own, signed in to a new anonymous account; `api` makes calls with the browser's own cookies. */
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
  const api = createApi({
    async transport(path, init) {
      const { href } = new URL(path, serverUrl)
      const method = init.method ?? 'GET'
      const answer = await context.request.fetch(href, {
        method,
        headers: Object.fromEntries(new Headers(init.headers)),
        ...(typeof init.body === 'string' ? { data: init.body } : {})
      })
      const status = answer.status()
      const body = status === 204 ? null : new Uint8Array(await answer.body())
      const type = answer.headers()['content-type'] ?? ''
      holdAnswer(href, { method, status, type, text: () => answer.text() })
      return new Response(body, { status, headers: answer.headers() })
    }
  })
  const signedUp = await api.accounts.signUp({ anonymous: true })
  if (!signedUp.ok || !signedUp.value.data)
    throw new Error(`sign-up failed: ${JSON.stringify(signedUp)}`)
  return { page, api, id: signedUp.value.data.id }
}
