import { z } from 'zod'
import { positiveAmountInput, units } from '../schema.ts'

/**
 * Whether the account funds the campaign's next settlement period automatically, and the maximum amounts. Null means no
 * limit.
 */
export const selfFundingInput = {
  auto_fund: z.boolean(),
  /** Maximum for a day in UTC, in units of 1e-8 of the campaign's currency. */
  auto_fund_daily_max: positiveAmountInput.nullable(),
  auto_fund_total_max: positiveAmountInput.nullable()
}

export const selfFundingOutput = {
  auto_fund: z.boolean(),
  auto_fund_daily_max: units.nullable(),
  auto_fund_total_max: units.nullable(),
  /**
   * Amount taken from the account for settlement periods of the current day in UTC; `auto_funded` is the total of all
   * days.
   */
  auto_funded_today: units,
  auto_funded: units
}
