import { type AnyEndpoint, pathParameters } from '@mille/api/endpoint.ts'
import type { Context as HonoContext } from 'hono'
import { failure } from '../answers/reply.ts'
import { isJsonType, parseJson, readBody } from './body.ts'
import { formBytesOf } from './form.ts'
import { canSend } from './possible-codes.ts'

/** Maximum size of a JSON body in bytes, unless the endpoint allows more. */
export const jsonBytes = 64_000

function jsonBytesOf(endpoint: Pick<AnyEndpoint, 'jsonBytes'>): number {
  return endpoint.jsonBytes ?? jsonBytes
}

type Gathered = { ok: true; input: Record<string, unknown> }

/** Returns the maximum number of bytes that the request's body may have. */
export function bodyBytes(request: Request, endpoint: AnyEndpoint): number {
  const { isForm, isJson } = canSend(endpoint)
  if (!isForm && !isJson) return 0
  const max = isForm ? formBytesOf(endpoint) : jsonBytesOf(endpoint)
  const declared = request.headers.get('content-length')
  return declared === null ? max : Math.min(Number(declared), max)
}

/**
 * Gathers a call's input in one flat object: path parameters, and the query of a read or the attributes of a write. A
 * form is not read yet, so for a form only path parameters are returned.
 */
export async function gatherInput(
  c: HonoContext,
  endpoint: AnyEndpoint
): Promise<Gathered | ReturnType<typeof failure>> {
  const path: Record<string, unknown> = {}
  for (const name of pathParameters(endpoint.path)) path[name] = c.req.param(name)
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE')
    return { ok: true, input: { ...queryOf(c), ...path } }
  if (!canSend(endpoint).isJson) return { ok: true, input: path }
  if (!isJsonType(c.req.header('content-type') ?? null)) return failure('media_type_unsupported')
  const body = await readBody(c.req.raw, jsonBytesOf(endpoint))
  if (!body.ok) return failure(body.code)
  const json = parseJson(body.value)
  if (!json.ok) return failure(json.code)
  const document = json.value as { data?: { type?: unknown; attributes?: unknown } } | null
  const data = document?.data
  if (typeof data !== 'object' || data === null)
    return failure('invalid', { detail: 'The body has no data object.' })
  if (data.type !== endpoint.type)
    return failure('invalid', { detail: `data.type must be ${endpoint.type}.` })
  const attributes = data.attributes ?? {}
  if (typeof attributes !== 'object' || Array.isArray(attributes)) {
    return failure('invalid', { detail: 'data.attributes must be an object.' })
  }
  return { ok: true, input: { ...captchaOf(document), ...attributes, ...path } }
}

/** Returns the proof of work from `meta`, next to `data`. It may also be among the attributes. */
function captchaOf(document: unknown): { captcha?: unknown } {
  const { captcha } = (document as { meta?: { captcha?: unknown } | null }).meta ?? {}
  return captcha === undefined ? {} : { captcha }
}

function queryOf(c: HonoContext): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const [written, values] of Object.entries(c.req.queries())) {
    // Some clients number the elements of a list: `ids[0][id]` is treated as `ids[][id]`.
    const name = written.replace(/\[\d{1,5}\]/g, '[]')
    const all = [...[query[name] ?? []].flat(), ...values]
    query[name] = all.length === 1 ? all[0] : all
  }
  return query
}

/**
 * Returns the path of the first string with a null character, which PostgreSQL's text cannot hold, such as `name` or
 * `ids/0`; null when there is none.
 */
export function findZero(value: unknown): string | null {
  if (typeof value === 'string') return value.includes('\0') ? '' : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const found = findZero(inner)
    if (found !== null) return found === '' ? name : `${name}/${found}`
  }
  return null
}
