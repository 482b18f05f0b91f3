import { z } from 'zod'
import { asset, document, moment, resource, units } from '../schema.ts'

export const settingNames = [
  'fee_basis_points',
  'premium_fee_basis_points',
  'campaigns_without_captcha',
  'trust_after_approvals',
  'trust_sample_percent',
  'withdrawal_approval_btc',
  'withdrawal_approval_usd',
  'withdrawal_daily_btc',
  'withdrawal_daily_usd',
  'review_hours',
  'review_hours_new',
  'slow_start_btc',
  'slow_start_usd'
] as const

/** A whole number, or `none` for a setting that may be off. */
const value = z.string().regex(/^(none|0|[1-9]\d{0,17})$/, 'must be a whole number')
export const changeSettingInput = z.object({ id: z.string().max(60), value })

export const setting = resource(
  'settings',
  z.object({
    /** Integers: units of 0.01 %, numbers of campaigns or approvals, percent, hours, or units of 1e-8 of the currency; `none` for off. */
    value: z.string(),
    /** The value from the environment, which applies until an operator changes the setting. */
    default_value: z.string(),
    least: z.string(),
    most: z.string(),
    /** Whether the value can be `none`. */
    may_be_none: z.boolean(),
    /** A new value that applies from a later moment. */
    next: z.object({ value: z.string(), valid_from: moment }).nullable(),
    changed_at: moment.nullable(),
    changed_by: z.string().nullable()
  })
)
export const settingList = document(z.array(setting))
export const settingDocument = document(setting)

export const changeOfferedInput = z.object({ id: z.string().max(60), is_offered: z.boolean() })
export const referenceEntry = resource(
  'catalogue_entries',
  z.object({
    kind: z.enum(['banner_size', 'category']),
    name: z.string(),
    is_offered: z.boolean(),
    /** Number of banners and ad units with the size, or of sites with the category. */
    uses: z.number().int()
  })
)
export const referenceEntryList = document(z.array(referenceEntry))
export const referenceEntryDocument = document(referenceEntry)

/**
 * What campaigns were charged on 30 whole UTC days, the first and the last included, by the fee that applies to their
 * accounts now. Of `halved` amounts, the network keeps half of the fee because of a coupon. Amounts are in units of 1e-8.
 */
export const feeBasis = document(
  resource(
    'fee_bases',
    z.object({
      from: z.iso.date(),
      to: z.iso.date(),
      charged: z.array(
        z.object({
          asset,
          standard: units,
          standard_halved: units,
          premium: units,
          premium_halved: units
        })
      )
    })
  )
)
