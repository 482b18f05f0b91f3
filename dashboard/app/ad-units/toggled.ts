/** Returns the list without the value if it contains the value, and otherwise with it. */
export function toggled<Value>(values: readonly Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter(it => it !== value) : [...values, value]
}
