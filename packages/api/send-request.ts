import type { CallResult } from './client.ts'
import type { ApiError, ErrorDocument } from './document.ts'
import { type AnswerOf, type AnyEndpoint, pathParameters } from './endpoint.ts'
import { failureOf } from './failure-of.ts'
import type { Transport } from './transport.ts'

/** Sends one request without an authenticity token or retry. Reads of small widgets use it directly. */
export async function sendRequest<E extends AnyEndpoint>(
  transport: Transport,
  endpoint: E,
  input: Record<string, unknown>,
  headers = new Headers({ Accept: 'application/json' }),
  options: Pick<RequestInit, 'signal' | 'keepalive'> = {}
): Promise<CallResult<AnswerOf<E>>> {
  const { path, rest } = fillPath(endpoint, input)
  const init: RequestInit = { method: endpoint.method, headers, ...options }
  let url = path
  if (endpoint.multipart) init.body = input.form as FormData
  else if (endpoint.method === 'GET' || endpoint.method === 'DELETE') url += queryString(rest)
  else if (endpoint.type !== undefined) {
    headers.set('Content-Type', 'application/json;charset=utf-8')
    init.body = JSON.stringify({ data: { type: endpoint.type, attributes: rest } })
  }
  let status = -1
  try {
    const response = await transport(url, init)
    status = response.status
    if (!endpoint.statuses.includes(status)) return failureOf(status, await readErrors(response))
    if (endpoint.csv === true || endpoint.file)
      return { ok: true, status, value: (await response.text()) as AnswerOf<E> }
    const value = status === 204 ? undefined : await response.json()
    return { ok: true, status, value: value as AnswerOf<E> }
  } catch (error) {
    if (options.signal?.aborted) throw error
    // A `SyntaxError` means that the server was reached but the answer is not JSON. A lost connection throws another
    // error.
    return failureOf(error instanceof SyntaxError ? status : -1, [])
  }
}

function fillPath(endpoint: AnyEndpoint, input: Record<string, unknown>) {
  const rest = { ...input }
  let path = endpoint.path
  for (const name of pathParameters(endpoint.path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(input[name])))
    delete rest[name]
  }
  return { path, rest }
}

function queryString(values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) query.append(name, String(item))
    }
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

async function readErrors(response: Response): Promise<ApiError[]> {
  try {
    const body = (await response.json()) as Partial<ErrorDocument> | null
    return Array.isArray(body?.errors) ? body.errors : []
  } catch {
    return []
  }
}
