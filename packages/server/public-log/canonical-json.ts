export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json }

/**
 * Writes a value as one canonical text (RFC 8785, limited to ASCII keys and texts and integers), so that anyone can
 * produce the same bytes.
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

/**
 * Writes ASCII text. Formats here contain nothing else, and programs would write other characters in different ways.
 */
function asciiText(text: string): string {
  if (!/^[\x20-\x7e]*$/.test(text)) throw new RangeError('A text of the public log is ASCII')
  return JSON.stringify(text)
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value)
}
