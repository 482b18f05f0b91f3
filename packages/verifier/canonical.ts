export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/**
 * Returns the canonical JSON text of a value. Throws for values a bill never contains: numbers other than integers of
 * up to 15 digits, and invalid Unicode.
 */
export function canonical(value: Json): string {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new RangeError('A text is not well-formed')
    return JSON.stringify(value)
  }
  if (typeof value === 'number') {
    if (!/^\d{1,15}$/.test(String(value)) || Object.is(value, -0))
      throw new RangeError('A number is not an integer of up to 15 digits')
    return String(value)
  }
  if (value === null || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const keys = Object.keys(value).sort()
  return `{${keys.map(key => `${canonical(key)}:${canonical(value[key] ?? null)}`).join(',')}}`
}
