import { setTimeout as wait } from 'node:timers/promises'

const betweenMs = 50
const longestMs = 30_000

/**
 * Expects a check to hold throughout `ms` milliseconds, not only at their end. This is the only fixed wait of the
 * browser tests: it is for what must not happen, where there is nothing to wait for.
 */
export async function quietFor(ms: number, check: () => unknown): Promise<void> {
  const endMs = performance.now() + ms
  while (performance.now() < endMs) {
    await check()
    await wait(betweenMs)
  }
  await check()
}

/** Returns what is read once it has stayed the same for `ms` milliseconds. */
export async function steady<Value>(read: () => Value | Promise<Value>, ms: number) {
  const endMs = performance.now() + longestMs
  let last = await read()
  let sinceMs = performance.now()
  while (performance.now() - sinceMs < ms) {
    if (performance.now() > endMs) throw new Error(`It never stays: ${JSON.stringify(last)}`)
    await wait(betweenMs)
    const value = await read()
    if (JSON.stringify(value) === JSON.stringify(last)) continue
    last = value
    sinceMs = performance.now()
  }
  return last
}
