/** For the tests of threads. */
export function shout(word: string, times: number): string {
  return `${word.toUpperCase()} `.repeat(times).trim()
}

/** Holds its thread up for so long. */
export function rest(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
