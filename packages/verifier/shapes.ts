import type { Json, JsonObject } from './canonical.ts'

/** Parses a value into the expected type, or throws. */
export type Shape<Value> = (value: Json | undefined) => Value

const momentPattern = /^[1-9]\d{3}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

export const integer: Shape<number> = value => {
  if (typeof value !== 'number') throw new TypeError('not an integer')
  return value
}
export const truth: Shape<boolean> = value => {
  if (typeof value !== 'boolean') throw new TypeError('neither true nor false')
  return value
}
export const text: Shape<string> = value => {
  if (typeof value !== 'string') throw new TypeError('not a text')
  return value
}
export const amount: Shape<bigint> = value => BigInt(matching(/^(0|[1-9]\d{0,18})$/)(value))
export const hash: Shape<string> = matching(/^[0-9a-f]{64}$/)
export const salt: Shape<string> = matching(/^[0-9a-f]{32}$/)
/** Whole leaves of 36 bytes each, so that base64 needs no padding. */
export const leaves: Shape<string> = matching(/^(?:[A-Za-z0-9+/]{48})+$/)
/** Parses a timestamp into milliseconds since 1970. */
export const moment: Shape<number> = value => {
  const at = Date.parse(matching(momentPattern)(value))
  // `Date.parse` moves a nonexistent day, such as February 30, into the next month; the comparison rejects it.
  if (Number.isNaN(at) || new Date(at).toISOString() !== value) throw new RangeError('no moment')
  return at
}
export const anyObject: Shape<JsonObject> = value => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('not an object')
  return value
}

export function orNull<Value>(shape: Shape<Value>): Shape<Value | null> {
  return value => (value === null ? null : shape(value))
}

/** Accepts a missing value as null. */
export function optional<Value>(shape: Shape<Value>): Shape<Value | null> {
  return value => (value === undefined ? null : shape(value))
}

export function list<Value>(shape: Shape<Value>): Shape<Value[]> {
  return value => {
    if (!Array.isArray(value)) throw new TypeError('not a list')
    return value.map(it => shape(it))
  }
}

export function object<Value>(fields: { [Key in keyof Value]: Shape<Value[Key]> }): Shape<Value> {
  return value => {
    const found = anyObject(value)
    const names = Object.keys(fields) as (keyof Value & string)[]
    return Object.fromEntries(names.map(name => [name, fields[name](found[name])])) as Value
  }
}

export function oneOf<const Value extends string>(...values: Value[]): Shape<Value> {
  return value => {
    const found = values.find(it => it === value)
    if (found === undefined) throw new TypeError('none of the values')
    return found
  }
}

function matching(pattern: RegExp): Shape<string> {
  return value => {
    if (typeof value !== 'string' || !pattern.test(value)) throw new TypeError('another text')
    return value
  }
}
