import type { SeenEvent } from '@mille/api/delivery/protocol.ts'

const firstWaitMs = 1_000
/**
 * Longest wait before a retry, in milliseconds. Each wait is twice the previous one, so all waits before the longest
 * add up to the same again: one hour in total. A decision expires after two hours; few users stay that long on a page
 * whose network does not answer.
 */
const longestWaitMs = 1_800_000

/**
 * Reports a view event to the network. If the network is unreachable or overloaded, the event is retried, no earlier
 * than `Retry-After` and with growing waits, for about an hour or until the signal is aborted; nothing is stored. The
 * network counts repeated events once. Returns the receipt if the event requests one and the network has one; otherwise
 * nothing.
 */
export async function sendSeen(
  server: string,
  event: SeenEvent,
  signal: AbortSignal
): Promise<string | undefined> {
  for (let waitMs = firstWaitMs; ; waitMs *= 2) {
    // A string is sent as text/plain, which needs no preflight; keepalive lets the request outlive the page. Some pages
    // add a `toJSON` to all objects, which would change the body.
    const response = await fetch(`${server}/serve/view`, {
      method: 'POST',
      body: JSON.stringify({ toJSON: undefined, ...event }),
      keepalive: true
    }).catch(() => {})
    if ((response?.status as number) < 500) return response?.text()
    // A value that is not a number becomes NaN when multiplied, and then 0.
    waitMs = Math.max(
      waitMs,
      (response?.headers.get('Retry-After') as unknown as number) * 1_000 || 0
    )
    if (signal.aborted || waitMs > longestWaitMs) return
    await new Promise(resolve => {
      // A random delay keeps the ads of a page from retrying at the same moment.
      const timer = setTimeout(resolve, waitMs * (1 + Math.random() / 2))
      signal.addEventListener('abort', () => clearTimeout(timer))
    })
  }
}
