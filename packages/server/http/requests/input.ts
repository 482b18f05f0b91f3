import { type AnyEndpoint, pathParameters } from '@mille/api/endpoint.ts'
import type { Context as HonoContext } from 'hono'
import { failure } from '../answers/reply.ts'
import { isJsonType, parseJson, readBody } from './body.ts'
import { formBytesOf } from './form.ts'
import { canSend } from './possible-codes.ts'

/** Of a JSON body, unless the call takes more. */
export const jsonBytes = 64_000

function jsonBytesOf(endpoint: Pick<AnyEndpoint, 'jsonBytes'>): number {
  return endpoint.jsonBytes ?? jsonBytes
}

type Gathered = { ok: true; input: Record<string, unknown> }

/** The most bytes of a body that a request may still send. */
export function bodyBytes(request: Request, endpoint: AnyEndpoint): number {
  const { isForm, isJson } = canSend(endpoint)
  if (!isForm && !isJson) return 0
  const max = isForm ? formBytesOf(endpoint) : jsonBytesOf(endpoint)
  const declared = request.headers.get('content-length')
  return declared === null ? max : Math.min(Number(declared), max)
}

/**
 * Path parameters, then the query of a read or the attributes of a write, in one flat object. A form is not read yet: its
 * endpoint has only the path's.
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

/** The proof of work is in `meta` beside the data, or among the attributes. */
function captchaOf(document: unknown): { captcha?: unknown } {
  const { captcha } = (document as { meta?: { captcha?: unknown } | null }).meta ?? {}
  return captcha === undefined ? {} : { captcha }
}

function queryOf(c: HonoContext): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const [written, values] of Object.entries(c.req.queries())) {
    // Some clients number the members of a list: `ids[0][id]` is `ids[][id]`.
    const name = written.replace(/\[\d{1,5}\]/g, '[]')
    const all = [...[query[name] ?? []].flat(), ...values]
    query[name] = all.length === 1 ? all[0] : all
  }
  return query
}

/** Where a value has a zero character, which PostgreSQL's text cannot hold: `name` or `ids/0`; null where none has. */
export function findZero(value: unknown): string | null {
  if (typeof value === 'string') return value.includes('\0') ? '' : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const found = findZero(inner)
    if (found !== null) return found === '' ? name : `${name}/${found}`
  }
  return null
}
