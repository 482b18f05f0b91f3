import { findUser } from '../accounts/index.ts'
import type { Tx } from '../db/connect.ts'
import type { Schedule } from '../window-holds/index.ts'

/** One string of hours for each day of the week. */
type HoursInput = readonly string[] | null

/** Returns the requested hours as a schedule in the account's current time zone, or null if all hours are selected. */
export async function readHours(
  tx: Tx,
  userId: number,
  input: HoursInput
): Promise<Schedule | null> {
  const hours = input?.join('') ?? ''
  if (!hours.includes('0')) return null
  return { hours, timeZone: (await findUser(tx, userId))?.time_zone ?? 'UTC' }
}

export function hoursAttributes(schedule: Schedule | null) {
  return {
    hours: schedule && (schedule.hours.match(/.{24}/g) ?? []),
    hours_time_zone: schedule?.timeZone ?? null
  }
}
