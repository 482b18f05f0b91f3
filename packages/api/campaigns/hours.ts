import { z } from 'zod'

const day = z.string().regex(/^[01]{24}$/, 'must have a 0 or a 1 for each of 24 hours')

/**
 * The hours in which a campaign is shown: one string for each day of the week from Monday, with a digit for each hour
 * (1 means shown). Null means always. The hours are in the time zone that the account has when they are set.
 */
export const hoursInput = z
  .array(day)
  .length(7)
  .refine(days => days.some(it => it.includes('1')), {
    error: 'must have at least one hour',
    params: { code: 'hours_empty' }
  })
  .nullable()

export const hoursOutput = {
  hours: z.array(z.string()).nullable(),
  /** The time zone that the hours are of. */
  hours_time_zone: z.string().nullable()
}
