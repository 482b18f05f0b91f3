import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { HealthCheck } from './health-rules.ts'

// Like finances, this reads what other parts wrote, and writes nothing of theirs.

/** What waits for an operator. Nothing is broken by it, so that it never is more than a warning. */
export async function queueCheck(db: Database): Promise<HealthCheck> {
  const { rows } = await sql<{ name: string; waiting: bigint }>`
    select 'creatives' as name, count(*) as waiting from creatives where state = 'pending'
    union all select 'offers', count(*) from publication_offers where state = 'pending'
    union all select 'disputes', count(*) from publication_orders where state = 'disputed'
    union all select 'sites', count(*) from sites where state = 'verified' and reviewed_at is null
    union all select 'withdrawals', count(*) from withdrawals where state = 'requested' and needs_approval`.execute(
    db
  )
  const waiting = rows.filter(row => row.waiting > 0n)
  return {
    name: 'Queues',
    state: waiting.some(row => row.waiting >= manyWaiting) ? 'warning' : 'ok',
    text:
      waiting.length === 0
        ? 'Nothing waits for an operator.'
        : `For an operator wait: ${waiting.map(it => `${it.waiting} ${it.name}`).join(', ')}.`
  }
}

const manyWaiting = 50n
