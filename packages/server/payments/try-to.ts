/** Null when it throws: what cannot be read is not there. */
export function tryTo<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}
