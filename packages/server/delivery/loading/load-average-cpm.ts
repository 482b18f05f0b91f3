import { enoughImpressions } from '@mille/api/constants.ts'
import { dayMs } from '@mille/api/durations.ts'
import { shareOf } from '@mille/money/split.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'

/**
 * Returns the average price of 1,000 billable views in units of 1e-8 BTC, over everything settled in BTC in the last
 * day: more rows would take too long to add up at each reading. Null if there are too few views.
 */
export async function loadAverageCpm(tx: Tx, now: Date): Promise<bigint | null> {
  const { rows } = await sql<{ billable: bigint; charged: bigint }>`
    select coalesce(sum(billable), 0)::bigint as billable, coalesce(sum(charged), 0)::bigint as charged
    from shared_settlements where asset = 'BTC' and window_end > ${new Date(now.getTime() - dayMs)}`.execute(
    tx
  )
  const [sums] = rows
  if (!sums) throw new Error('Sums gave no row')
  const billable = BigInt(sums.billable)
  if (billable < BigInt(enoughImpressions)) return null
  const cpm = shareOf(BigInt(sums.charged), 1000n, billable)
  return cpm > 0n ? cpm : null
}
