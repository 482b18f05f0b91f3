import { afterEach, expect, test, vi } from 'vitest'
import { createBrowserApi } from './browser-api.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** An answer to each call, after so long. */
function answerAfter(ms: number): void {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.url.endsWith('/authenticity_token'))
      return Response.json({ data: { attributes: { base64: 'token' } } }, { status: 201 })
    await new Promise((resolve, reject) => {
      setTimeout(resolve, ms)
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
    })
    return Response.json({ data: null })
  })
}

test('a check of the ledger may take minutes, and no other call', async () => {
  answerAfter(180_000)
  const { admin } = createBrowserApi({ uploads: new WeakMap(), takeRedirect: () => false })
  const calls = [admin.checkLedger(), admin.readHealth()]
  await vi.advanceTimersByTimeAsync(200_000)
  expect(await Promise.all(calls)).toMatchObject([
    { ok: true, status: 200 },
    { ok: false, status: -1 }
  ])
})
