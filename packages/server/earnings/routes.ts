import { dayMs } from '@mille/api/durations.ts'
import * as endpoints from '@mille/api/earnings/endpoints.ts'
import * as schema from '@mille/api/earnings/schema.ts'
import { assets } from '@mille/money/amount.ts'
import type { z } from 'zod'
import type { Tx } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { notify } from '../notifications/outbox.ts'
import { readLimits } from './limit-earnings.ts'
import { readPublisherTerms } from './publisher-terms.ts'
import { refuseTakeBack } from './refuse-take-back.ts'
import {
  type EarningRow,
  endHold,
  findUnit,
  insertHold,
  type ReviewRow,
  readDays,
  readEarnings,
  readReview,
  type UnitRow
} from './review-queries.ts'
import { readSlowStarts, readSlowStartsOf, type SlowStartRow } from './slow-start-queries.ts'
import { endSlowStart } from './slow-starts.ts'
import { takeBack } from './take-back.ts'

/**
 * How long earnings that were taken back are listed with the reason, in milliseconds. The history keeps them forever.
 */
const takenBackMs = 30 * dayMs

/** Routes for earnings that are not available yet, for the ad units' owner and for the operator who reviews them. */
export function earningRoutes(serve: Serve): void {
  serve(endpoints.readPublisherTerms, null, async ({ context }) =>
    reply({ data: await readPublisherTerms(context) })
  )
  serve(endpoints.listEarnings, schema.earningsInput, async ({ context, user, input }) => {
    if (Number(input.userId) !== user.id) return failure('not_found')
    const unit = input['filter[ad_unit_id]']
    const unitId = unit === undefined ? null : Number(unit)
    const takenSince = new Date(context.now().getTime() - takenBackMs)
    const page = { offset: input['page[offset]'], limit: input['page[limit]'] }
    const of = { userId: user.id, unitId, takenSince }
    const { rows, records } = await readEarnings(context.db, of, page)
    const days = await readDays(context.db, user.id, unitId)
    const starts = await readSlowStarts(context.db, { userId: user.id, unitId })
    const limits = await readLimits(context.db, context.config, context.now())
    return reply({
      data: rows.map(earningDocument),
      meta: {
        pagination: { records },
        days: days.map(({ availableAt, asset, amount }) => ({
          available_at: availableAt.toISOString(),
          currency: asset,
          amount: amount.toString()
        })),
        slow_starts: starts.map(it => ({
          ...describeSlowStart(it),
          ad_unit: { id: String(it.unitId), name: it.name },
          ends_at: it.endsAt?.toISOString() ?? null
        })),
        slow_start_limits: assets.map(currency => ({
          currency,
          amount: limits[currency].toString()
        }))
      }
    })
  })

  serve(endpoints.reviewEarnings, schema.reviewInput, async ({ context, input }) => {
    const page = { offset: input['page[offset]'], limit: input['page[limit]'] }
    const { rows, records } = await readReview(context.db, page)
    const starts = await readSlowStartsOf(
      context.db,
      rows.map(it => it.id)
    )
    return reply({
      data: rows.map(it => reviewDocument(it, starts.get(it.id))),
      meta: { pagination: { records } }
    })
  })

  serve(endpoints.decideEarnings, schema.decideEarningsInput, async call => {
    const { context, user, input } = call
    const { tx } = call.once
    const unit = await findUnit(tx, Number(input.id))
    if (!unit) return failure('not_found')
    const isLetThrough = input.decision === 'release' || input.decision === 'end_slow_start'
    // Operators cannot release their own earnings.
    if (isLetThrough && unit.userId === user.id) return failure('own_adjustment')
    if (input.decision === 'take_back') {
      const refused = await refuseTakeBack(tx, context, unit.id, user.id)
      if (refused) return refused
    }
    const isDone = await decide(tx, unit, input, { userId: user.id, at: context.now() })
    return isDone ? reply(undefined, 204) : failure('state_not_allowed')
  })
}

type Decision = Pick<z.output<typeof schema.decideEarningsInput>, 'decision' | 'reason'>

async function decide(
  tx: Tx,
  unit: UnitRow,
  { decision, reason = '' }: Decision,
  { userId, at }: { userId: number; at: Date }
): Promise<boolean> {
  if (decision === 'take_back') return takeBack(tx, unit, { reason, at })
  if (decision === 'end_slow_start') return endSlowStart(tx, unit.id, userId, at)
  const notification = { userId: unit.userId, at }
  const data = { adUnitId: unit.id, name: unit.name }
  if (decision === 'hold') {
    const id = await insertHold(tx, { unitId: unit.id, reason, userId, at })
    if (id === null) return false
    const event = `earning hold ${id}`
    await notify(tx, { ...notification, kind: 'earnings_held', data: { ...data, reason }, event })
    return true
  }
  const id = await endHold(tx, unit.id, userId, at)
  if (id === null) return false
  await notify(tx, {
    ...notification,
    kind: 'earnings_released',
    data,
    event: `earning hold ${id} ended`
  })
  return true
}

function earningDocument(row: EarningRow): endpoints.Earning {
  return {
    type: 'ad_unit_earnings',
    id: row.id.toString(),
    attributes: {
      ad_unit: { id: String(row.unitId), name: row.name },
      day: row.day,
      currency: row.asset,
      amount: row.amount.toString(),
      state: row.state,
      reason: row.reason,
      available_at: row.availableAt.toISOString()
    }
  }
}

function describeSlowStart({ since, goodDays, daysNeeded, waiting }: SlowStartRow) {
  return {
    since: since?.toISOString() ?? null,
    good_days: goodDays,
    days_needed: daysNeeded,
    waiting
  }
}

function reviewDocument(row: ReviewRow, start: SlowStartRow | undefined): endpoints.UnitEarnings {
  const maturing = [
    { currency: 'BTC' as const, amount: row.btc },
    { currency: 'USD' as const, amount: row.usd }
  ]
  return {
    type: 'unit_earnings',
    id: String(row.id),
    attributes: {
      name: row.name,
      domain_name: row.domainName,
      user_id: String(row.userId),
      user_name: row.userName,
      maturing: maturing
        .filter(it => it.amount > 0n)
        .map(it => ({ ...it, amount: it.amount.toString() })),
      available_at: row.availableAt?.toISOString() ?? null,
      hold:
        row.holdReason !== null && row.holdSince !== null
          ? {
              reason: row.holdReason,
              since: row.holdSince.toISOString(),
              is_automatic: row.isHeldByNetwork,
              evidence:
                row.evidence && row.evidenceFrom
                  ? {
                      score: row.evidence.score,
                      reasons: row.evidence.reasons,
                      from: row.evidenceFrom.toISOString(),
                      units: row.evidence.units
                    }
                  : null
            }
          : null,
      slow_start: start ? describeSlowStart(start) : null
    }
  }
}
