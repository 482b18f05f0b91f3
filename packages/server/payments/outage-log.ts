import type { Context } from '../context.ts'

/** How long the second line waits, and the most that a later one does; each waits twice as long as the one before. */
const firstWaitMs = 5_000
const longestWaitMs = 600_000

type Outage = { since: number; nextAt: number; waitMs: number; failures: number }

/**
 * Tells of a part that fails at every try: when it begins, then ever more seldom, and when it works again. A node that is
 * away for an hour is a dozen lines instead of thousands.
 */
export function createOutageLog({ log, now }: Pick<Context, 'log' | 'now'>, part: string) {
  let outage: Outage | null = null

  return {
    failed(error: Error): void {
      const at = now().getTime()
      outage ??= { since: at, nextAt: at, waitMs: firstWaitMs, failures: 0 }
      outage.failures += 1
      if (at < outage.nextAt) return
      const { since, failures, waitMs } = outage
      const seconds = Math.round((at - since) / 1000)
      log.warn({ part, error: error.message, seconds, failures }, 'payments did not get on')
      outage.nextAt = at + waitMs
      outage.waitMs = Math.min(waitMs * 2, longestWaitMs)
    },

    worked(): void {
      if (outage === null) return
      const { since, failures } = outage
      const seconds = Math.round((now().getTime() - since) / 1000)
      log.info({ part, seconds, failures }, 'payments get on again')
      outage = null
    }
  }
}
