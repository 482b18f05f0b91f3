import type { Tx } from '../db/connect.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import { type CampaignRow, type Dates, setDates } from './campaign-queries.ts'

/** Dates as a client sends them, with the offset of any time zone; an omitted date stays unchanged. */
type DatesInput = { [Name in keyof Dates]?: string | null | undefined }

export const noDates: Dates = { starts_at: null, ends_at: null }

/**
 * Applies an input's changes to a campaign's dates. A start may be in the past, and unchanged dates may have passed.
 */
export function readDates(
  input: DatesInput,
  before: Dates,
  at: Date
): { ok: true; value: Dates } | Failure {
  const dates = {
    starts_at: readDate(input.starts_at, before.starts_at),
    ends_at: readDate(input.ends_at, before.ends_at)
  }
  const { starts_at, ends_at } = dates
  const isStartNew = !isSame(starts_at, before.starts_at)
  const isEndNew = !isSame(ends_at, before.ends_at)
  if (isEndNew && ends_at && ends_at <= at) return failure('end_passed', { pointer: 'ends_at' })
  if ((isStartNew || isEndNew) && starts_at && ends_at && ends_at <= starts_at)
    return failure('end_before_start', { pointer: isEndNew ? 'ends_at' : 'starts_at' })
  return { ok: true, value: dates }
}

/** Saves the dates of a locked campaign. The campaign's activity is updated when its state is next set. */
export async function writeDates(tx: Tx, campaign: CampaignRow, dates: Dates): Promise<void> {
  const { starts_at, ends_at } = dates
  if (isSame(starts_at, campaign.starts_at) && isSame(ends_at, campaign.ends_at)) return
  await setDates(tx, campaign.id, dates)
}

function readDate(input: string | null | undefined, before: Date | null): Date | null {
  if (input === undefined) return before
  return input === null ? null : new Date(input)
}

function isSame(one: Date | null, other: Date | null): boolean {
  return one?.getTime() === other?.getTime()
}
