import type { Random } from '../random.ts'
import { sample } from './samples.ts'

type Schema = Parameters<typeof sample>[0]
type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Schema }
export type Operation = {
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | null
  isForm: boolean
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

/** What the OpenAPI document says there is; nothing else is read. Streams are left out: they do not end. */
export function operationsOf(document: unknown): Operation[] {
  return Object.entries((document as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody, responses }]) => {
      const isStream = Object.values(responses).some(it => it.content?.['text/event-stream'])
      const content = Object.entries(requestBody?.content ?? {})[0]
      const operation = {
        method: method.toUpperCase(),
        path,
        parameters,
        body: content?.[1].schema ?? null,
        isForm: content?.[0] === 'multipart/form-data'
      }
      return isStream ? [] : [operation]
    })
  )
}

/** Values that nobody expects. Addresses are of this machine: a name would have to be looked up. */
const hostile: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2_147_483_648,
  9_007_199_254_740_991,
  1e308,
  '',
  ' ',
  '0',
  '-1',
  '1',
  '2147483647',
  '2147483648',
  '99999999999999999999',
  'NaN',
  '\u0000',
  'a\u0000b',
  '\u202e',
  '\ud800',
  "'; drop table users; --",
  '%',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  'http://127.0.0.1:1/',
  'javascript:alert(1)',
  'http://[',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '2026-03-02T10:00:00+99:99',
  [],
  [[]],
  {},
  { $ne: null },
  ['1', '1', '1'],
  'x'.repeat(10_000),
  '💥'.repeat(500)
]

/** One request for the operation: well-formed for the most part, and wrong somewhere. */
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
  if (random.chance(0.02))
    for (let index = 0; index < 10_000; index++) query.append('filter[query]', String(index))
  if (random.chance(0.05)) query.append(textOf(random.pick(hostile)), 'x')
  const search = query.size > 0 ? `?${query}` : ''
  return {
    method: operation.method,
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
    () => new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    () => new Uint8Array(random.bytes(200)),
    () => 'x'.repeat(70_000),
    () => ''
  ])()
}

function fuzzForm({ properties = {} }: Schema, random: Random): FormData {
  const form = new FormData()
  for (const name of Object.keys(properties)) {
    if (random.chance(0.2)) continue
    if (random.chance(0.6)) {
      const bytes = new Uint8Array(random.bytes(random.below(2_000)))
      form.append(name, new File([bytes], textOf(random.pick(hostile))))
    } else form.append(name, textOf(random.pick(hostile)))
  }
  return form
}

/** The smallest value that fits, with some of it replaced, left out or added. */
function fuzzValue(schema: Schema, name: string, random: Random, ids: readonly string[]): unknown {
  if (random.chance(0.06)) return random.pick(hostile)
  if (schema.type === 'object' && schema.properties) {
    const entries = Object.entries(schema.properties)
      .filter(([key]) => random.chance(schema.required?.includes(key) ? 0.97 : 0.5))
      .map(([key, value]) => [key, fuzzValue(value, key, random, ids)])
    if (random.chance(0.03)) entries.push(['surprise', random.pick(hostile)])
    return Object.fromEntries(entries)
  }
  if (schema.anyOf && random.chance(0.5))
    return fuzzValue(random.pick(schema.anyOf), name, random, ids)
  if (schema.enum && random.chance(0.8)) return random.pick(schema.enum)
  if (/id$/.test(name) && random.chance(0.7)) return random.pick(ids)
  return sample(schema, name)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Half of a surrogate pair is no text: `encodeURIComponent` would throw. */
function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 2_000) || '%20'
}
