/** Returns the result of `read`, or null when it throws. */
export function tryTo<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}
