/**
 * Returns a function that makes a value at most once in `ms` milliseconds and shares it among all callers, even while
 * it is being made. A value that could not be made is not cached.
 */
export function keptFor<Value>(
  ms: number,
  make: (at: Date) => Promise<Value>
): (at: Date) => Promise<Value> {
  let kept: { at: Date; value: Promise<Value> } | null = null
  return at => {
    const age = kept ? at.getTime() - kept.at.getTime() : ms
    // If the clock was set back, the value is made again rather than cached for longer.
    if (kept && age >= 0 && age < ms) return kept.value
    const made = { at, value: make(at) }
    kept = made
    made.value.catch(() => {
      if (kept === made) kept = null
    })
    return made.value
  }
}
