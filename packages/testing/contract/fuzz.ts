import type { Random } from '../random.ts'
import { fuzzHeaders } from './fuzz-headers.ts'
import { encodeText, fuzzValue, hostile, type Schema, textOf } from './fuzz-values.ts'

type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Schema }
export type Operation = {
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | null
  isForm: boolean
  /** Whether the response is a stream that does not end. */
  isStream: boolean
}
export type FuzzRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | FormData | null
}

type Document = {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Parameter[]
        requestBody?: { content: Record<string, { schema: Schema }> }
        responses: Record<string, { content?: Record<string, unknown> }>
      }
    >
  >
}

/** Reads all operations from the OpenAPI document, and nothing else. */
export function operationsOf(document: unknown): Operation[] {
  return Object.entries((document as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => {
      const content = Object.entries(requestBody?.content ?? {})[0]
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        body: content?.[1].schema ?? null,
        isForm: content?.[0] === 'multipart/form-data',
        isStream: Object.values(responses).some(it => it.content?.['text/event-stream'])
      }
    })
  )
}

/** Returns a request for the operation that is mostly well-formed, with something wrong in it. */
export function fuzzRequest(
  operation: Operation,
  random: Random,
  ids: readonly string[]
): FuzzRequest {
  const headers: Record<string, string> = {}
  const query = new URLSearchParams()
  let { path } = operation
  for (const { name, in: place, schema } of operation.parameters) {
    if (place === 'path') {
      const value = random.chance(0.8) ? random.pick(ids) : textOf(random.pick(hostile))
      path = path.replace(`{${name}}`, encodeText(value))
    } else if (place === 'query' && random.chance(0.5)) {
      for (const item of [fuzzValue(schema, name, random, ids)].flat())
        query.append(name, textOf(item))
    } else if (place === 'header' && name === 'Idempotency-Key' && random.chance(0.95)) {
      headers[name] = random.chance(0.2) ? 'the-same' : `key-${random.below(1e9)}`
    }
  }
  if (random.chance(0.01))
    for (let index = 0; index < 10_000; index++) query.append('filter[query]', String(index))
  if (random.chance(0.05)) query.append(textOf(random.pick(hostile)), 'x')
  const search = query.size > 0 ? `?${query}` : ''
  if (random.chance(0.01)) path += random.pick(['%', '%E0%A4%A', '/', ';a=b', '%00', '/../..'])
  if (random.chance(0.15)) Object.assign(headers, fuzzHeaders(random))
  const isOther = random.chance(0.01)
  return {
    method: isOther ? random.pick(['PATCH', 'PUT', 'DELETE', 'OPTIONS']) : operation.method,
    path: path + search,
    headers,
    body: fuzzBody(operation, random, ids, headers)
  }
}

function fuzzBody(
  { body, isForm, method }: Operation,
  random: Random,
  ids: readonly string[],
  headers: Record<string, string>
): FuzzRequest['body'] {
  if (method === 'GET' || body === null) return null
  if (isForm && random.chance(0.9)) return fuzzForm(body, random)
  headers['Content-Type'] = random.chance(0.97)
    ? 'application/json;charset=utf-8'
    : random.pick(['text/plain', 'application/json', 'application/json;charset=utf-16', ''])
  const document = fuzzValue(body, '', random, ids)
  const text = JSON.stringify(document) ?? 'null'
  if (random.chance(0.9)) return text
  return random.pick<() => string | Uint8Array<ArrayBuffer>>([
    () => text.slice(0, random.below(text.length)),
    () => `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    () => `{"data":{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}}`,
    () => text.replace('{', '{"__proto__":{"isAdmin":true},'),
    () => text.replace(/\{(.+)\}/s, '{$1,$1}'),
    () => `\ufeff${text}`,
    () => text.replaceAll('"', "'"),
    () => text.replace(/\d+/, '9'.repeat(5_000)),
    () => new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    () => new Uint8Array(random.bytes(200)),
    () => 'x'.repeat(70_000),
    () => ''
  ])()
}

/** Pictures of one pixel, as PNG and as GIF. */
const pictures = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
].map(text => Buffer.from(text, 'base64'))

/** Returns a valid picture, a picture with some bytes changed (possibly its size), or random bytes. */
function fuzzFile(random: Random): Uint8Array<ArrayBuffer> {
  if (random.chance(0.5)) return new Uint8Array(random.bytes(random.below(2_000)))
  const bytes = new Uint8Array(random.pick(pictures))
  for (let count = random.below(4); count > 0; count--)
    bytes[random.below(bytes.length)] = random.below(256)
  return bytes
}

function fuzzForm({ properties = {} }: Schema, random: Random): FormData {
  const form = new FormData()
  for (const name of Object.keys(properties)) {
    if (random.chance(0.2)) continue
    if (random.chance(0.6)) {
      form.append(name, new File([fuzzFile(random)], textOf(random.pick(hostile))))
    } else form.append(name, textOf(random.pick(hostile)))
  }
  return form
}
