import { z } from 'zod'
import { idInput } from '../schema.ts'

const days = {
  /** First and last day of the bill in UTC, both included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /**
   * Number of entries in a checkpoint of the public log that the caller kept. The bill proves that the log continues
   * that checkpoint.
   */
  kept: z.coerce.number().int().min(0).max(999_999_999_999_999).optional()
}

export const campaignBillInput = z.object({ id: idInput, ...days })
export const adUnitBillInput = z.object({
  id: idInput,
  asset: z.enum(['BTC', 'USD']).default('BTC'),
  ...days
})
