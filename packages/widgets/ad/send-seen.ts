import type { SeenEvent } from '@mille/api/delivery/protocol.ts'

const firstWaitMs = 1_000
/**
 * Waits double, so all before the longest add up to as much again: an hour. A decision expires after two; nobody stays
 * that long on a page that the network cannot answer.
 */
const longestWaitMs = 1_800_000

/**
 * Tells the network what was seen. When it is unreachable or overloaded the event is sent again, not before it asks for
 * it and later and later, for about an hour and only until the signal is aborted; nothing is stored. The network counts
 * a repetition once.
 */
export async function sendSeen(
  server: string,
  event: SeenEvent,
  signal: AbortSignal
): Promise<void> {
  for (let waitMs = firstWaitMs; ; waitMs *= 2) {
    // A string goes as text/plain, which needs no preflight; keepalive lets it outlive the page.
    const response = await fetch(`${server}/serve/view`, {
      method: 'POST',
      body: JSON.stringify(event),
      keepalive: true
    }).catch(() => null)
    // Nothing is less than 500 where there was no answer.
    if ((response?.status as number) < 500) return
    waitMs = Math.max(waitMs, Number(response?.headers.get('Retry-After')) * 1_000 || 0)
    if (signal.aborted || waitMs > longestWaitMs) return
    await new Promise(resolve => {
      // Spread, so that a page full of ads does not come back in one moment.
      const timer = setTimeout(resolve, waitMs * (1 + Math.random() / 2))
      signal.addEventListener('abort', () => clearTimeout(timer))
    })
  }
}
