import { z } from 'zod'
import { billingDetails } from '../accounts/schema.ts'
import { statementKinds } from '../constants.ts'
import {
  asset,
  document,
  documentWithMeta,
  idInput,
  moment,
  pageInput,
  pagination,
  resource,
  units
} from '../schema.ts'

const operationTypes = ['spending', 'earning', 'withdrawal', 'deposit'] as const

export const balancesInput = z.object({ userId: idInput })
export const holdsInput = z.object({ userId: idInput, ...pageInput })
const day = z.iso.date()
const historyFilter = {
  /** Part of the name of an operation's source. */
  'filter[source]': z.string().trim().max(100).optional(),
  /** First and last day of the operations in UTC, both included. */
  'filter[start_date]': day.optional(),
  'filter[end_date]': day.optional(),
  /** Types of operations, separated by commas. `all` or an empty filter selects every type. */
  'filter[types]': z
    .string()
    .transform(text => text.split(','))
    .pipe(z.array(z.enum([...operationTypes, 'all'])).max(operationTypes.length + 1))
    .transform(types => (types.includes('all') ? null : types.filter(it => it !== 'all')))
    .optional(),
  sort: z.enum(['-date', 'date']).default('-date')
}
export const historyInput = z.object({ userId: idInput, ...historyFilter, ...pageInput })
export const downloadInput = z.object({ userId: idInput, ...historyFilter })
export const operationInput = z.object({ userId: idInput, id: z.string().max(60) })
/** The period of the statistics: by default, the 30 days up to today. */
export const statsInput = z.object({ userId: idInput, from: day.optional(), to: day.optional() })
/** A calendar month in UTC, such as `2026-03`. */
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-03')
export const statementsInput = z.object({
  userId: idInput,
  /** One currency. By default, the statements of all currencies are listed. */
  'filter[currency]': asset.optional(),
  ...pageInput
})
export const statementInput = z.object({ userId: idInput, month, currency: asset })

export const balance = resource(
  'account_balances',
  z.object({
    currency: asset,
    available: units,
    held: units,
    /** Promotional credit from coupons, which can be spent on campaigns but not withdrawn. */
    promotion: units,
    in_campaigns: units,
    in_ad_units: units,
    pending_deposits: units,
    pending_withdrawals: units
  })
)
export const operation = resource(
  'user_finance_operations',
  z.object({
    date: moment,
    /**
     * For a campaign's charge or a referral: the start of the settlement period, which ends at `date`. Filters and
     * daily sums use the day of this start.
     */
    period_start: moment.nullable(),
    type: z.enum(operationTypes),
    source: z.object({
      type: z.enum(['campaign', 'ad_unit', 'account', 'affiliate', 'order', 'coupon']),
      id: z.string(),
      name: z.string()
    }),
    currency: asset,
    /** Positive if the account received money, negative if it paid. */
    amount: units,
    /**
     * `maturing` earnings are on the ad unit and become available automatically. A `too_small` payment is below the
     * minimum deposit and is never credited.
     */
    state: z.enum(['done', 'maturing', 'pending', 'reversed', 'too_small']),
    reference: z.string()
  })
)
/** A hold on money of an account, with its reason. */
export const financeHold = resource(
  'finance_holds',
  z.object({
    currency: asset,
    amount: units,
    /** `campaign_window` means the maximum cost of a campaign's current settlement period. */
    reason: z.string(),
    is_promotion: z.boolean(),
    source: z.object({
      type: z.enum(['campaign', 'ad_unit', 'account', 'order']),
      id: z.string(),
      name: z.string()
    }),
    created_at: moment,
    /** When the hold ends automatically; null if it does not. */
    until: moment.nullable()
  })
)
/** One side of a ledger transfer, on one of the owner's ledger accounts. */
const operationEntry = z.object({
  transfer: z.string(),
  key: z.string(),
  kind: z.string(),
  account: z.object({ type: z.string(), id: z.string(), kind: z.string() }),
  amount: units,
  /** Balance of the ledger account after the entry. */
  balance: units,
  at: moment
})
export const operationDocument = documentWithMeta(
  operation,
  z.object({ entries: z.array(operationEntry) })
)
export const stat = resource(
  'user_finances_stats',
  z.object({
    date: day,
    currency: asset,
    spending: units,
    earning: units,
    withdrawal: units,
    deposit: units
  })
)
/**
 * Daily totals of the history in one currency, with settlement periods separate from the rest. They cover all
 * operations of the day that match the filter, even if only some of them are on the page.
 */
export const historyDay = z.object({
  /** The day in UTC. A settlement period belongs to the day on which it began. */
  date: day,
  currency: asset,
  is_settlement_periods: z.boolean(),
  records: z.number().int(),
  /** Totals of operations that are `done` or `maturing`. */
  in: units,
  out: units
})
/**
 * `running` is the current month. `settling` is a month that has ended while settlement periods that began in it are not
 * settled yet. A `final` statement no longer changes, except for the names and addresses on it.
 */
const statementState = z.enum(['running', 'settling', 'final'])
/** The balances of a calendar month. They include money on campaigns and ad units, on hold, and promotional credit. */
const statementBalances = {
  /** Number of the statement: the account, the month and the currency. */
  number: z.string(),
  month,
  currency: asset,
  state: statementState,
  opening_balance: units,
  /** Sums of everything that was received and paid, both positive. */
  in: units,
  out: units,
  closing_balance: units
}
export const statementSummary = resource('account_statements', z.object(statementBalances))
/** Why money came to the account or left it. */
const statementKind = z.enum(statementKinds)
const statementSum = { kind: statementKind, records: z.number().int(), amount: units }
export const accountStatement = resource(
  'account_statements',
  z.object({
    ...statementBalances,
    /** The first moment of the month, and its end; for the current month, the present. */
    from: moment,
    until: moment,
    network: z.object({ name: z.string(), url: z.string() }),
    account: z.object({
      id: z.string(),
      username: z.string().nullable(),
      email: z.string().nullable(),
      /** Name, address and VAT number as they are in the settings now. */
      billing_details: billingDetails.nullable()
    }),
    /**
     * One line for each day, kind and direction, oldest first. `records` is the number of transfers in the ledger. A settlement
     * period belongs to the day in UTC on which it began.
     */
    lines: z.array(z.object({ date: day, ...statementSum })),
    /** The sum of each kind. The opening balance and these sums add up to the closing balance. */
    sums: z.array(z.object(statementSum))
  })
)
export const accountStatementDocument = document(accountStatement)
export const accountStatements = documentWithMeta(z.array(statementSummary), pagination)
export const statsDocument = document(z.array(stat))
export const holdsDocument = documentWithMeta(z.array(financeHold), pagination)
export const balancesDocument = document(z.array(balance))
export const historyDocument = documentWithMeta(
  z.array(operation),
  pagination.extend({
    /** Totals for each day that has an operation on this page. */
    days: z.array(historyDay)
  })
)
