/** A task for the tests of threads: repeats a word in capital letters. */
export function shout(word: string, times: number): string {
  return `${word.toUpperCase()} `.repeat(times).trim()
}

/** Blocks its thread for the given time. */
export function rest(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
