import type { Tx } from '../db/connect.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import { type CampaignRow, type Dates, setDates } from './campaign-queries.ts'

/** As they are written, with the offset of any time zone; what is left out stays. */
type DatesInput = { [Name in keyof Dates]?: string | null | undefined }

export const noDates: Dates = { starts_at: null, ends_at: null }

/** The dates with what an input changes of them. A start may be past, and dates that passed since stay as they are. */
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

/** Writes the dates of a locked campaign. Its activity follows when its state is set next. */
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
