import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { jsonText } from '../db/json-text.ts'
import { textsIn } from '../languages/texts.ts'
import { notify } from '../notifications/outbox.ts'
import { findUnit, type HoldEvidence } from './review-queries.ts'

type Review = {
  unitId: number
  /** Shown to the operator. The publisher must not see it, because it would teach how to stay below the limit. */
  evidence: HoldEvidence
  /** The evidence is about the traffic since this moment. */
  since: Date
  at: Date
}

const reason = textsIn('en').causes.unusual_views

/**
 * Puts the past and future earnings of an ad unit on hold until an operator decides, and notifies its owner. Returns
 * false when the unit is already on hold, or when an operator has released it since that traffic began: the operator
 * has already decided.
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
