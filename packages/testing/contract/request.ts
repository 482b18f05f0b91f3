import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { inputSchema } from '@mille/server/http/documents/openapi-operation.ts'
import { canSend } from '@mille/server/http/requests/possible-codes.ts'
import type { Served } from '@mille/server/http/serve.ts'
import type { Browser, TestApp } from '../test-app.ts'
import { sampleInput } from './samples.ts'

/** The sender of a call: a browser with its cookies, or a program with a bearer token. */
export type CallMaker = { browser: Browser } | { bearer: string }

const jsonType = 'application/json;charset=utf-8'

/** Returns the smallest request that a call accepts, as plain HTTP: its query or its body. */
export function sampleRequest(one: Served): { query: string; body: string | FormData | null } {
  const { endpoint } = one
  const { isJson, isForm } = canSend(endpoint)
  const input = inputOf(one)
  if (isForm) return { query: '', body: new FormData() }
  if (isJson)
    return {
      query: '',
      body: JSON.stringify({ data: { type: endpoint.type, attributes: input } })
    }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    for (const item of [value].flat()) query.append(name, String(item))
  }
  return { query: query.size > 0 ? `?${query}` : '', body: null }
}

function inputOf({ endpoint, schema }: Served): Record<string, unknown> {
  const input = sampleInput(`${endpoint.method} ${endpoint.path}`, inputSchema(schema))
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => !endpoint.path.includes(`{${name}}`))
  )
}

const tokens = new WeakMap<Browser, string>()

/** Returns the headers that a client of this kind sends with the call. */
async function headersOf(
  maker: CallMaker,
  endpoint: AnyEndpoint,
  body: string | FormData | null
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {}
  if (typeof body === 'string') headers['Content-Type'] = jsonType
  if (endpoint.idempotency === 'required') headers['Idempotency-Key'] = crypto.randomUUID()
  if (endpoint.crossOrigin) headers.Origin = 'https://partner.example'
  else if ('bearer' in maker) headers.Authorization = `Bearer ${maker.bearer}`
  else if (endpoint.method !== 'GET') headers['X-CSRF-Token'] = await tokenOf(maker.browser)
  return headers
}

/** Makes the call as plain HTTP, without the project's client. */
export async function makeCall(
  app: TestApp,
  maker: CallMaker,
  endpoint: AnyEndpoint,
  path: string,
  body: string | FormData | null,
  more: Record<string, string> = {}
): Promise<Response> {
  const { transport } = 'browser' in maker ? maker.browser : app.open()
  const headers = { ...(await headersOf(maker, endpoint, body)), ...more }
  return transport(path, { method: endpoint.method, headers, ...(body === null ? {} : { body }) })
}

async function tokenOf(browser: Browser): Promise<string> {
  const known = tokens.get(browser)
  if (known) return known
  const response = await browser.transport('/api/v1/authenticity_token', { method: 'POST' })
  const token = (await response.json()).data.attributes.base64 as string
  tokens.set(browser, token)
  return token
}
