import { findUser } from '../accounts/index.ts'
import type { Tx } from '../db/connect.ts'
import type { Schedule } from '../window-holds/index.ts'

/** A text for each day of the week. */
type HoursInput = readonly string[] | null

/** The hours as the contract has them, in the time zone that the account has now. Null where all are chosen. */
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
