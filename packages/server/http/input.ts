import { type AnyEndpoint, pathParameters } from '@mille/api/endpoint.ts'
import type { Context as HonoContext } from 'hono'
import { isJsonType, parseJson, readBody } from './body.ts'
import { failure } from './reply.ts'

const jsonBytes = 64_000
const formBytes = 1_000_000

type Gathered = { ok: true; input: Record<string, unknown>; form: FormData | null }

/** Path parameters, then the query of a read or the attributes of a write, in one flat object. */
export async function gatherInput(
  c: HonoContext,
  endpoint: AnyEndpoint
): Promise<Gathered | ReturnType<typeof failure>> {
  const path: Record<string, unknown> = {}
  for (const name of pathParameters(endpoint.path)) path[name] = c.req.param(name)
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') {
    return { ok: true, input: { ...queryOf(c), ...path }, form: null }
  }
  if (endpoint.multipart) {
    const form = await readForm(c.req.raw, endpoint.formBytes ?? formBytes)
    return form.ok ? { ok: true, input: path, form: form.value } : form
  }
  if (endpoint.type === undefined) return { ok: true, input: path, form: null }
  if (!isJsonType(c.req.header('content-type') ?? null)) return failure('media_type_unsupported')
  const body = await readBody(c.req.raw, jsonBytes)
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
  return { ok: true, input: { ...captchaOf(document), ...attributes, ...path }, form: null }
}

/** The proof of work stands in `meta` beside the data, or among the attributes. */
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

async function readForm(
  request: Request,
  limit: number
): Promise<{ ok: true; value: FormData } | ReturnType<typeof failure>> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) return failure('media_type_unsupported')
  const body = await readBody(request, limit)
  if (!body.ok) return failure(body.code)
  try {
    return {
      ok: true,
      value: await new Response(body.value, { headers: { 'Content-Type': type } }).formData()
    }
  } catch {
    return failure('invalid', { detail: 'The form data cannot be read.' })
  }
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
