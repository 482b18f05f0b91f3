export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json }

/**
 * One text for one value (RFC 8785 as far as it is used here: keys and texts are ASCII, numbers are integers), so that
 * anybody can make the same bytes again.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new RangeError(`${value} is not a safe integer`)
  if (typeof value === 'string') return asciiText(value)
  if (value === null || typeof value !== 'object') return String(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([key, it]) => `${asciiText(key)}:${canonicalJson(it)}`).join(',')}}`
}

/** What is not printable ASCII is in no format of ours, and would be written in several ways by different programs. */
function asciiText(text: string): string {
  if (!/^[\x20-\x7e]*$/.test(text)) throw new RangeError('A text of the public log is ASCII')
  return JSON.stringify(text)
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value)
}
