import type { Random } from '../random.ts'
import { heavyTexts } from './heavy-texts.ts'
import { sample } from './samples.ts'

export type Schema = Parameters<typeof sample>[0]

/** Unexpected values. URLs point to this machine, because a host name would cause a DNS lookup. */
export const hostile: readonly unknown[] = [
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
  '💥'.repeat(500),
  'e\u0301\ufb01\u200b\ufeffＡ',
  ...heavyTexts
]

/** Returns the smallest valid value with parts of it replaced, left out or added. */
export function fuzzValue(
  schema: Schema,
  name: string,
  random: Random,
  ids: readonly string[]
): unknown {
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

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Encodes a text for a URL. Unpaired surrogates are replaced, because `encodeURIComponent` would throw on them. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 2_000) || '%20'
}
