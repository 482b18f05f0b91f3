import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { jsonText } from '../db/json-text.ts'
import { textsIn } from '../languages/texts.ts'
import { notify } from '../notifications/outbox.ts'
import { findUnit, type HoldEvidence } from './review-queries.ts'

type Review = {
  unitId: number
  /** What the operator reads. The publisher does not: it would teach how to stay below it. */
  evidence: HoldEvidence
  /** The traffic since then is what the evidence is about. */
  since: Date
  at: Date
}

const reason = textsIn('en').causes.unusual_views

/**
 * Puts what a unit has earned and earns on hold until an operator decides, and tells its owner. False where it is on hold
 * already, or where an operator has released it since that traffic began: who has looked at it decides.
 */
export async function holdForReview(
  tx: Tx,
  { unitId, evidence, since, at }: Review
): Promise<boolean> {
  const unit = await findUnit(tx, unitId)
  if (!unit) return false
  const { rows } = await sql<{ id: number }>`
    insert into earning_holds (unit_id, reason, evidence, created_at)
    select ${unitId}, ${reason}, ${jsonText(evidence)}::jsonb, ${at}
    where not exists (select from earning_holds where unit_id = ${unitId} and released_at > ${since})
    on conflict do nothing
    returning id`.execute(tx)
  const [hold] = rows
  if (!hold) return false
  await notify(tx, {
    kind: 'earnings_held',
    userId: unit.userId,
    data: { adUnitId: unit.id, name: unit.name, reason, cause: { code: 'unusual_views' } },
    event: `earning hold ${hold.id}`,
    at
  })
  return true
}
