import { z } from 'zod'
import { idInput } from '../schema.ts'

const days = {
  /** Whole days of UTC, both included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** The entries of a checkpoint of the public log that was kept: the bill proves that the log continues it. */
  kept: z.coerce.number().int().min(0).max(999_999_999_999_999).optional()
}

export const campaignBillInput = z.object({ id: idInput, ...days })
export const adUnitBillInput = z.object({
  id: idInput,
  asset: z.enum(['BTC', 'USD']).default('BTC'),
  ...days
})
