import { setImmediate as nextTurn } from 'node:timers/promises'

const longestMs = 10

/** Creates a function to await regularly in long work: it lets requests be answered every ten milliseconds. */
export function createBreather(): () => Promise<void> | void {
  let since = performance.now()
  return () => {
    if (performance.now() - since < longestMs) return
    return nextTurn().then(() => {
      since = performance.now()
    })
  }
}
