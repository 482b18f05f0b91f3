import { dayMs } from '@mille/api/durations.ts'
import type { Context } from '../context.ts'
import type { Receipts } from '../delivery/index.ts'
import { readEpoch } from '../public-log/index.ts'
import { minuteOf, writeReceipt } from './receipt.ts'
import { ensureReceiptKey, type ReceiptKey } from './receipt-keys.ts'
import { sealReason } from './seal-reason.ts'

const followMs = 10_000

/** Time that the network may take after the end of a settlement period, so that a day's outage breaks no promise. */
const graceMs = dayMs

export function promiseMs({ settlementWindowSeconds }: Context['config']): number {
  return settlementWindowSeconds * 1000 + graceMs
}

/** Returns until when a report is kept: a number of days from the beginning of the day on which it was received. */
function keptUntil(received: Date, days: number): Date {
  return new Date((Math.floor(received.getTime() / dayMs) + days) * dayMs)
}

/**
 * Signs receipts in a delivery process. The key and the log's name are read at the start and refreshed. Reports are
 * answered without a database query, and without a receipt while there is no key.
 */
export function createReceipts(
  context: Pick<Context, 'db' | 'config' | 'now' | 'randomBytes' | 'log'>
): Receipts {
  const promisedMs = promiseMs(context.config)
  let current: { key: ReceiptKey; origin: string } | null = null
  let isFailing = false
  let timer: NodeJS.Timeout | undefined

  async function follow(): Promise<void> {
    try {
      const epoch = await readEpoch(context.db)
      current = epoch && { key: await ensureReceiptKey(context), origin: epoch.origin }
      isFailing = false
    } catch (error) {
      // The key that was read before remains valid, since a key lasts for years.
      if (!isFailing) context.log.warn({ err: error }, 'the key of receipts cannot be read')
      isFailing = true
    }
  }

  return {
    async start() {
      await follow()
      timer = setInterval(() => void follow(), followMs)
      timer.unref()
    },
    stop: () => clearInterval(timer),
    write({ decision, reason, receivedAtMs }) {
      if (!current) return null
      const { key, origin } = current
      const received = minuteOf(new Date(receivedAtMs))
      const by = new Date(received.getTime() + promisedMs)
      const kept = keptUntil(received, context.config.eventRetentionDays)
      const sealed = sealReason(key.sealing, decision, reason)
      return writeReceipt(
        { decision, received, by, kept, origin, key: key.id, sealed },
        key.signing
      )
    }
  }
}
