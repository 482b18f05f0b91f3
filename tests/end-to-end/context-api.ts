import { type Api, createApi } from '@mille/api/client.ts'
import type { BrowserContext } from 'playwright'
import { holdAnswer } from './answers.ts'

/** Returns the API client of the product, with a browser's own cookies. */
export function contextApi(context: BrowserContext, serverUrl: string): Api {
  return createApi({
    async transport(path, init) {
      const { href } = new URL(path, serverUrl)
      const method = init.method ?? 'GET'
      const answer = await context.request.fetch(href, {
        method,
        headers: Object.fromEntries(new Headers(init.headers)),
        ...(typeof init.body === 'string' ? { data: init.body } : {}),
        ...(init.body instanceof FormData ? { multipart: init.body } : {})
      })
      const status = answer.status()
      const body = status === 204 ? null : new Uint8Array(await answer.body())
      const type = answer.headers()['content-type'] ?? ''
      holdAnswer(href, { method, status, type, text: () => answer.text() })
      // The browser has already stored the cookies. Two of them would be one value with a line break, which is not a
      // valid header.
      const { 'set-cookie': _, ...headers } = answer.headers()
      return new Response(body, { status, headers })
    }
  })
}
