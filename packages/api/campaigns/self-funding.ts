import { z } from 'zod'
import { positiveAmountInput, units } from '../schema.ts'

/** Whether a campaign takes the money of its next settlement period from the account, and how much at most. Null means no limit. */
export const selfFundingInput = {
  auto_fund: z.boolean(),
  /** In units of 1e-8 of the campaign's asset, for a day in UTC. */
  auto_fund_daily_max: positiveAmountInput.nullable(),
  auto_fund_total_max: positiveAmountInput.nullable()
}

export const selfFundingOutput = {
  auto_fund: z.boolean(),
  auto_fund_daily_max: units.nullable(),
  auto_fund_total_max: units.nullable(),
  /** Taken from the account for the settlement periods of this day in UTC, and in all. */
  auto_funded_today: units,
  auto_funded: units
}
