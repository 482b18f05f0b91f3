import { dayMs } from '@mille/api/durations.ts'
import type { Context } from '../context.ts'
import type { Receipts } from '../delivery/index.ts'
import { readEpoch } from '../public-log/index.ts'
import { minuteOf, writeReceipt } from './receipt.ts'
import { ensureReceiptKey, type ReceiptKey } from './receipt-keys.ts'
import { sealReason } from './seal-reason.ts'

const followMs = 10_000

/** So long after the end of a settlement period the network may take: an outage of a day breaks no promise. */
const graceMs = dayMs

export function promiseMs({ settlementWindowSeconds }: Context['config']): number {
  return settlementWindowSeconds * 1000 + graceMs
}

/** What was reported on a day is kept until so many days after it began. */
function keptUntil(received: Date, days: number): Date {
  return new Date((Math.floor(received.getTime() / dayMs) + days) * dayMs)
}

/**
 * Signs receipts in a delivery process. The key and the name of the log are read at the start and followed; a report is
 * answered without the database, and without a receipt as long as there is no key.
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
      // What was read before is as good as it was: a key lasts for years.
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
