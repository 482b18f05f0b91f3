import type { Served } from '@mille/server/http/serve.ts'
import { heavyTexts } from '@mille/testing/contract/heavy-texts.ts'
import { sampleRequest } from '@mille/testing/contract/request.ts'
import type { ContractWorld } from '@mille/testing/contract/world.ts'
import { processorMs } from '@mille/testing/processor.ts'
import type { ServerProcess } from '@mille/testing/server-process.ts'

export type HeavyRequest = {
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
}

/** An account's cookies and authenticity token, as one browser has them. */
export type Session = { cookie: string; token: string }

const tries = 8

/**
 * Returns requests from one address, by a caller who may make the call: the smallest that the call accepts, and the
 * same with heavy texts.
 */
export function requestsOf(
  one: Served,
  { pathOf }: ContractWorld,
  server: ServerProcess,
  session: Session
): HeavyRequest[] {
  const { endpoint } = one
  const { query, body } = sampleRequest(one)
  const headers: Record<string, string> = {
    'X-Forwarded-For': '203.0.113.9',
    'Idempotency-Key': 'flood'
  }
  if (endpoint.crossOrigin) headers.Origin = 'https://partner.example'
  else {
    headers.Cookie = session.cookie
    headers['X-CSRF-Token'] = session.token
  }
  if (body !== null) headers['Content-Type'] = 'application/json;charset=utf-8'
  const url = server.url + pathOf(endpoint)
  // Uploads are tested elsewhere: the number of files that are read at the same time has its own limit.
  const text = typeof body === 'string' ? body : null
  const same = { method: endpoint.method, headers }
  return [
    { ...same, url: url + query, body: text },
    ...heavyTexts.map(heavy => ({
      ...same,
      url: url + query.replace(/=[^&]*/g, `=${encodeURIComponent(heavy)}`),
      body: text && withTexts(text, heavy)
    }))
  ]
}

/** Returns the request that takes the most processor time of the server, and that time in milliseconds. */
export async function costliest(
  server: ServerProcess,
  requests: readonly HeavyRequest[]
): Promise<HeavyRequest & { costMs: number }> {
  let heaviest: (HeavyRequest & { costMs: number }) | null = null
  for (const request of requests) {
    const before = processorMs(server.pid)
    for (let time = 0; time < tries; time++) await send(request)
    const costMs = (processorMs(server.pid) - before) / tries
    if (heaviest === null || costMs > heaviest.costMs) heaviest = { ...request, costMs }
  }
  if (heaviest === null) throw new Error('there is no request to choose from')
  return heaviest
}

async function send({ url, ...request }: HeavyRequest): Promise<void> {
  const response = await fetch(url, request)
  await response.arrayBuffer()
}

function withTexts(body: string, heavy: string): string {
  const document = JSON.parse(body) as { data: { attributes: Record<string, unknown> } }
  const { attributes } = document.data
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === 'string') attributes[name] = heavy
  return JSON.stringify(document)
}
