import type { Context } from '../context.ts'

/** Wait before the second log line, and the maximum wait; each wait is twice as long as the previous one. */
const firstWaitMs = 5_000
const longestWaitMs = 600_000

type Outage = { since: number; nextAt: number; waitMs: number; failures: number }

/**
 * Logs the failures of a part that is retried: when they begin, then less and less often, and when the part works
 * again. A node that is down for an hour causes a dozen log lines instead of thousands.
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
