import type { Failure } from '../http/answers/reply.ts'
import { failure } from '../http/answers/reply.ts'

export type Schedule = { starts_at: Date; ends_at: Date | null }
export type AnnouncementState = 'scheduled' | 'current' | 'ended'

/**
 * Returns the state of an announcement. An announcement that was ended before its start covers no time and counts as
 * ended.
 */
export function stateOf({ starts_at, ends_at }: Schedule, now: Date): AnnouncementState {
  if (ends_at !== null && (ends_at <= now || ends_at <= starts_at)) return 'ended'
  return starts_at <= now ? 'current' : 'scheduled'
}

export type ScheduleChange = {
  starts_at?: Date | undefined
  ends_at?: Date | null | undefined
  state?: 'ended' | undefined
}

type Changed = { ok: true; schedule: Schedule } | Failure

/**
 * Returns the schedule after a change. The start of a visible announcement cannot move, and an ended announcement stays
 * ended.
 */
export function changeSchedule(before: Schedule, change: ScheduleChange, now: Date): Changed {
  const state = stateOf(before, now)
  // If the answer to ending an announcement is lost, the caller can end it again, which succeeds.
  if (state === 'ended')
    return change.state === 'ended'
      ? { ok: true, schedule: { starts_at: before.starts_at, ends_at: before.ends_at } }
      : failure('state_not_allowed', { detail: 'The announcement has ended.' })
  if (change.state === 'ended') {
    const starts_at = state === 'current' ? before.starts_at : now
    return { ok: true, schedule: { starts_at, ends_at: now } }
  }
  const moves =
    change.starts_at !== undefined && change.starts_at.getTime() !== before.starts_at.getTime()
  if (moves && state === 'current') {
    return failure('state_not_allowed', {
      detail: 'The announcement is already live, so its start cannot be changed.',
      pointer: 'starts_at'
    })
  }
  const wanted = change.starts_at ?? before.starts_at
  const ends_at = change.ends_at === undefined ? before.ends_at : change.ends_at
  return planSchedule(state === 'current' ? before.starts_at : later(wanted, now), ends_at, now)
}

/** Returns the schedule, or an error unless its end is in the future and after its start. */
export function planSchedule(startsAt: Date, endsAt: Date | null, now: Date): Changed {
  if (endsAt !== null && (endsAt <= startsAt || endsAt <= now))
    return failure('invalid', { detail: 'The end must come after the start.', pointer: 'ends_at' })
  return { ok: true, schedule: { starts_at: startsAt, ends_at: endsAt } }
}

export function later(one: Date, other: Date): Date {
  return one > other ? one : other
}

/**
 * Checks that a link and its text are set together: a link without text cannot be shown, and text without a link leads
 * nowhere.
 */
export function checkLink(link: string | null, linkText: string | null): Failure | null {
  if ((link === null) === (linkText === null)) return null
  return link === null
    ? failure('invalid', { detail: 'Link text requires a link.', pointer: 'link' })
    : failure('invalid', { detail: 'A link requires link text.', pointer: 'link_text' })
}
