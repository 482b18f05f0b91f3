import type { importCampaignsInput } from '@mille/api/campaigns/schema.ts'
import type { z } from 'zod'
import { type Failure, failure } from '../http/answers/reply.ts'
import { tooMany } from '../http/answers/too-many.ts'
import type { Call } from '../http/serve.ts'
import { countTermChange } from './change.ts'
import { creationLimit } from './creation-limit.ts'
import { findDrawTerm } from './draw-terms.ts'
import type { Draft, RowError } from './import-drafts.ts'

export type ImportCall = Call<z.output<typeof importCampaignsInput>>
/** Rows refused by a rate limit, by line number. */
export type Refusals = ReadonlyMap<number, RowError>

/**
 * Counts each row against the rate limits of the calls for a single campaign. A dry run uses up no limit but already
 * reports which rows exceed one.
 */
export async function countRows(
  call: ImportCall,
  drafts: readonly Draft[]
): Promise<{ ok: true; value: Refusals } | Failure> {
  const refusals = new Map<number, RowError>()
  const created = drafts.filter(it => it.kind === 'create').map(it => it.row.line)
  const { limit, free, subject } = await creationLimit(call.context, call.user.id)
  const looked = await call.limits.check(limit, subject)
  const left = looked.ok ? looked.remaining : 0
  for (const line of created.slice(left))
    refusals.set(line, tooManyRows(`You can create ${limit.points} campaigns per hour.`))
  const changed = drafts.filter(it => it.kind === 'change')
  for (const draft of changed) {
    if (!draft.payment && !findDrawTerm(draft.update ?? {})) continue
    const refused = await countTermChange(call, String(draft.campaign.id), call.input.dry_run)
    if (refused) refusals.set(draft.row.line, tooManyRows(refused.detail ?? ''))
  }
  if (call.input.dry_run || created.length === 0 || created.length > left)
    return { ok: true, value: refusals }
  const unproved = limit.points - left + created.length > free ? await spendProof(call) : null
  if (unproved) return unproved
  for (const _ of created) {
    const counted = await call.limits.consume(limit, subject)
    if (!counted.ok) return tooMany(counted.retryAfterSeconds)
  }
  return { ok: true, value: refusals }
}

/** Spends one proof of work for all campaigns that a file creates. */
async function spendProof({ captcha, input }: ImportCall): Promise<Failure | null> {
  if (input.captcha === undefined) return failure('captcha_required', { pointer: 'captcha' })
  return (await captcha.spend('campaign', input.captcha))
    ? null
    : failure('captcha_invalid', { pointer: 'captcha' })
}

function tooManyRows(detail: string): RowError {
  return { column: null, code: 'too_many_requests', detail }
}
