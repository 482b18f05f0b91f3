import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { CountedEvent } from '../counting/rules.ts'
import { dayOf } from '../days.ts'
import { type Decided, formatUuid, type Unsigned } from '../visitors/token.ts'
import type { VisitorName } from '../visitors/visitor.ts'

/** A decision of 2 March 2026, 10:00, for a visitor who was never seen before. */
export function makeDecided(values: Partial<Decided> = {}): Decided {
  return {
    decision: formatUuid(randomBytes(16)),
    unit: 1,
    campaign: 1,
    creative: 1,
    banner: 0,
    issuedAtMs: Date.parse('2026-03-02T10:00:00Z'),
    visitor: randomBytes(8),
    ...values
  }
}

export function unsigned(decided: Decided): Unsigned {
  return { ...decided, decision: Buffer.from(decided.decision.replaceAll('-', ''), 'hex') }
}

/** A view by a visitor who has the same name now as when the ad was chosen. */
export function viewable(decided: Decided, names?: readonly VisitorName[]): CountedEvent {
  const day = dayOf(new Date(decided.issuedAtMs))
  return {
    kind: 'viewable',
    decided,
    names: names ?? [{ day, visitor: decided.visitor, isKept: true }],
    called: [decided.visitor],
    block: null,
    isCovered: false,
    isShrunken: false,
    isContradictory: false
  }
}

/** All counters by kind. */
export async function readSums(db: Database): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ kind: string; count: bigint }>`
    select kind, sum(count) as count from delivery_counters group by kind order by kind limit 100`.execute(
    db
  )
  return Object.fromEntries(rows.map(row => [row.kind, row.count]))
}

export async function clearCounts(db: Database): Promise<void> {
  await sql`
    truncate delivery_events, delivery_counters, campaign_visitors, visitor_rates, counting_closed, event_retention`.execute(
    db
  )
}
