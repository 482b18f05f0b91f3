import type { SeenEvent } from '@mille/api/delivery/protocol.ts'

const firstWaitMs = 1_000
/**
 * Each wait is twice the one before, so all before the longest add up to as much again: an hour. A decision expires
 * after two; few people stay that long on a page whose network does not answer.
 */
const longestWaitMs = 1_800_000

/**
 * Tells the network what was seen. When it is unreachable or overloaded the event is sent again, not before it asks for
 * it and later and later, for about an hour and only until the signal is aborted; nothing is stored. The network counts
 * a repetition once. Gives the receipt if the event asks for one and the network has one to give; otherwise nothing.
 */
export async function sendSeen(
  server: string,
  event: SeenEvent,
  signal: AbortSignal
): Promise<string | undefined> {
  for (let waitMs = firstWaitMs; ; waitMs *= 2) {
    // A string goes as text/plain, which needs no preflight; keepalive lets it outlive the page. Some pages give all objects
    // a `toJSON`, which would write something else in its place.
    const response = await fetch(`${server}/serve/view`, {
      method: 'POST',
      body: JSON.stringify({ toJSON: undefined, ...event }),
      keepalive: true
    }).catch(() => {})
    if ((response?.status as number) < 500) return response?.text()
    // Anything but a number becomes NaN by the multiplication, and then 0.
    waitMs = Math.max(
      waitMs,
      (response?.headers.get('Retry-After') as unknown as number) * 1_000 || 0
    )
    if (signal.aborted || waitMs > longestWaitMs) return
    await new Promise(resolve => {
      // Spread, so that a page full of ads does not come back in one moment.
      const timer = setTimeout(resolve, waitMs * (1 + Math.random() / 2))
      signal.addEventListener('abort', () => clearTimeout(timer))
    })
  }
}
