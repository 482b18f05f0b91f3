import type { CDPSession, Page } from 'playwright/test'

/** Whether a request does not reach the server, reaches it but its answer gets lost, or goes through. */
export type Mode = 'refuse' | 'lose' | 'pass'

export type Losing = {
  mode: Mode
  /** The outcome of each request, and its idempotency key. */
  seen: { what: 'refused' | 'lost' | number; key: string | undefined }[]
  end: () => Promise<void>
}

type Paused = {
  requestId: string
  request: { method: string; url: string; headers: Record<string, string> }
  responseStatusCode?: number
  responseErrorReason?: string
}

/**
 * From now on, handles the requests of one call, such as `POST /api/v1/ad_units/{id}/code_checks`, as `mode` says. It
 * acts between the browser and its network: a form with files takes effect too, and the page does not notice.
 */
export async function loseAnswers(page: Page, call: string): Promise<Losing> {
  const [method = '', path = ''] = call.split(' ')
  const asked = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '')}/?$`)
  const devtools = await page.context().newCDPSession(page)
  const losing: Losing = { mode: 'refuse', seen: [], end: () => devtools.detach() }
  devtools.on('Fetch.requestPaused', paused => {
    const { request } = paused
    const isIt = request.method === method && asked.test(new URL(request.url).pathname)
    // The requests of a page that is left are gone, and cannot be answered.
    answer(devtools, paused, isIt ? losing : null).catch(() => undefined)
  })
  const urlPattern = `*${path.replace(/\{\w+\}/g, '*').replace(/\/$/, '')}*`
  await devtools.send('Fetch.enable', {
    patterns: [
      { urlPattern, requestStage: 'Request' },
      { urlPattern, requestStage: 'Response' }
    ]
  })
  return losing
}

async function answer(devtools: CDPSession, paused: Paused, losing: Losing | null): Promise<void> {
  const { requestId, request, responseStatusCode: status } = paused
  const isAnswered = status !== undefined || paused.responseErrorReason !== undefined
  const key = Object.entries(request.headers).find(([name]) => /^idempotency-key$/i.test(name))?.[1]
  const fail = (errorReason: 'ConnectionRefused' | 'ConnectionReset') =>
    devtools.send('Fetch.failRequest', { requestId, errorReason })
  if (losing?.mode === 'refuse' && !isAnswered) {
    await fail('ConnectionRefused')
    losing.seen.push({ what: 'refused', key })
  } else if (losing?.mode === 'lose' && isAnswered) {
    await fail('ConnectionReset')
    losing.seen.push({ what: 'lost', key })
  } else {
    await devtools.send('Fetch.continueRequest', { requestId })
    if (losing && isAnswered) losing.seen.push({ what: status ?? -1, key })
  }
}
