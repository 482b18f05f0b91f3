/** The list with the value, or without it where it had it. */
export function toggled<Value>(values: readonly Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter(it => it !== value) : [...values, value]
}
