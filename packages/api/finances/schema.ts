import { z } from 'zod'
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
  /** Part of the name of what the money was for. */
  'filter[source]': z.string().trim().max(100).optional(),
  /** Both days included, in UTC. */
  'filter[start_date]': day.optional(),
  'filter[end_date]': day.optional(),
  /** With commas between them; `all`, or nothing at all, is all of them. */
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
/** 30 days up to today, unless they are named. */
export const statsInput = z.object({ userId: idInput, from: day.optional(), to: day.optional() })

export const balance = resource(
  'account_balances',
  z.object({
    currency: asset,
    available: units,
    held: units,
    /** From coupons: it can be spent on campaigns, and never withdrawn. */
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
     * Of a campaign's charge or a referral: when the settlement period began, which ends at `date`. Filters and sums by day count it on the
     * day of this moment.
     */
    period_start: moment.nullable(),
    type: z.enum(operationTypes),
    source: z.object({
      type: z.enum(['campaign', 'ad_unit', 'account', 'affiliate', 'order', 'coupon']),
      id: z.string(),
      name: z.string()
    }),
    currency: asset,
    /** Positive when the account gained, negative when it paid. */
    amount: units,
    /**
     * `maturing` is on the ad unit and becomes available by itself; `too_small` is a payment below the minimum deposit, which
     * is never credited.
     */
    state: z.enum(['done', 'maturing', 'pending', 'reversed', 'too_small']),
    reference: z.string()
  })
)
/** Money that is set aside, and for what. */
export const financeHold = resource(
  'finance_holds',
  z.object({
    currency: asset,
    amount: units,
    /** `campaign_window`: the most that a campaign's current settlement period can cost. */
    reason: z.string(),
    is_promotion: z.boolean(),
    source: z.object({
      type: z.enum(['campaign', 'ad_unit', 'account', 'order']),
      id: z.string(),
      name: z.string()
    }),
    created_at: moment,
    /** When it ends by itself, if it does. */
    until: moment.nullable()
  })
)
/** One side of a transfer, on one account of the owner's. */
const operationEntry = z.object({
  transfer: z.string(),
  key: z.string(),
  kind: z.string(),
  account: z.object({ type: z.string(), id: z.string(), kind: z.string() }),
  amount: units,
  /** Of the account, after it. */
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
 * What a day of the history adds up to in one currency, its settlement periods apart from the rest. The whole day counts
 * as far as the filter shows it, though only a part of it may be on the page.
 */
export const historyDay = z.object({
  /** In UTC. A settlement period is of the day on which it began. */
  date: day,
  currency: asset,
  is_settlement_periods: z.boolean(),
  records: z.number().int(),
  /** Only what is `done` or `maturing`. */
  in: units,
  out: units
})
export const statsDocument = document(z.array(stat))
export const holdsDocument = documentWithMeta(z.array(financeHold), pagination)
export const balancesDocument = document(z.array(balance))
export const historyDocument = documentWithMeta(
  z.array(operation),
  pagination.extend({
    /** Each day of which there is an operation on this page. */
    days: z.array(historyDay)
  })
)
