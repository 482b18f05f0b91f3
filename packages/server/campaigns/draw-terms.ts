import { findUser } from '../accounts/index.ts'
import type { Tx } from '../db/connect.ts'
import type { DrawTerms, Schedule } from '../window-holds/index.ts'

/** One string of hours for each day of the week. */
type HoursInput = readonly string[] | null

type Input = { hours?: HoursInput | undefined; site_share_percent?: number | null | undefined }

/**
 * Returns the first attribute of a request that changes what the draw obeys. Such a change adds a version of the terms.
 */
export function findDrawTerm(input: Input): keyof Input | undefined {
  return (['hours', 'site_share_percent'] as const).find(name => input[name] !== undefined)
}

export async function readDrawTerms(
  tx: Tx,
  userId: number,
  { hours, site_share_percent }: Input
): Promise<Partial<DrawTerms>> {
  return {
    ...(hours !== undefined && { schedule: await readHours(tx, userId, hours) }),
    ...(site_share_percent !== undefined && { siteSharePercent: site_share_percent })
  }
}

/** Returns the requested hours as a schedule in the account's current time zone, or null if all hours are selected. */
async function readHours(tx: Tx, userId: number, input: HoursInput): Promise<Schedule | null> {
  const hours = input?.join('') ?? ''
  if (!hours.includes('0')) return null
  return { hours, timeZone: (await findUser(tx, userId))?.time_zone ?? 'UTC' }
}

export function drawTermsAttributes({ schedule, siteSharePercent }: DrawTerms) {
  return {
    hours: schedule && (schedule.hours.match(/.{24}/g) ?? []),
    hours_time_zone: schedule?.timeZone ?? null,
    site_share_percent: siteSharePercent
  }
}
