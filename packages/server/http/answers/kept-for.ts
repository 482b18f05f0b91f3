/**
 * Makes a value at most once in that time, however many ask for it, and also while it is being made. One that could not be
 * made is not kept.
 */
export function keptFor<Value>(
  ms: number,
  make: (at: Date) => Promise<Value>
): (at: Date) => Promise<Value> {
  let kept: { at: Date; value: Promise<Value> } | null = null
  return at => {
    const age = kept ? at.getTime() - kept.at.getTime() : ms
    // A clock that was set back does not keep it for longer.
    if (kept && age >= 0 && age < ms) return kept.value
    const made = { at, value: make(at) }
    kept = made
    made.value.catch(() => {
      if (kept === made) kept = null
    })
    return made.value
  }
}
