import { z } from 'zod'
import { captcha } from '../captcha/schema.ts'
import {
  advertiserNameLength,
  displayCurrencies,
  suspensionKinds,
  translatedLanguages
} from '../constants.ts'
import {
  document,
  documentWithMeta,
  idInput,
  moment,
  nameText,
  plainText,
  related,
  resource,
  timeZone,
  toOne,
  units
} from '../schema.ts'

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email('is not an email address'))
const locale = z.enum(translatedLanguages)
const firstTouch = { utm_source: plainText(100).optional(), partner: idInput.optional() }

export const signUpInput = z
  .object({
    email: email.optional(),
    username: nameText(40, 2).optional(),
    anonymous: z.literal(true).optional(),
    /** The language of the page: the account's from now on. */
    locale: locale.optional(),
    captcha,
    ...firstTouch
  })
  .refine(value => value.anonymous === true || value.email !== undefined, {
    error: 'is required unless you request an anonymous account',
    path: ['email']
  })
export const accessCodeInput = z.object({
  email,
  /** The language of the page, for the email to an account that has not chosen one. */
  locale: locale.optional(),
  captcha
})
export const signInInput = z.object({ access_code: z.string().max(200), captcha, ...firstTouch })
export const userInput = z.object({ id: idInput })
export const updateUserInput = z.object({
  id: idInput,
  /** Takes the old one's place when both have confirmed it. */
  email: email.optional(),
  username: nameText(40, 2).nullable().optional(),
  locale: locale.optional(),
  /** An IANA name such as Europe/Berlin. */
  time_zone: timeZone.optional(),
  /** What amounts in reports are shown in. Null: each in its own currency. */
  display_currency: z.enum(displayCurrencies).nullable().optional(),
  /** Who pays for the account's ads, as their readers see it. Null removes it. */
  advertiser_name: nameText(advertiserNameLength, 2).nullable().optional(),
  captcha
})
export const confirmationInput = z.object({ token: z.string().min(1).max(200) })

export const authenticityToken = document(
  resource('authenticity_tokens', z.object({ base64: z.string() }))
)

export const user = related(
  'users',
  z.object({
    email: z.string().nullable(),
    username: z.string().nullable(),
    roles: z.array(z.string()),
    /** Null until the person chose a language or signed up in one. */
    locale: locale.nullable(),
    /** Reports are by its days unless another one is asked for. */
    time_zone: z.string(),
    /** For display alone, at the current rate; the API answers in the currencies that were charged. */
    display_currency: z.enum(displayCurrencies).nullable(),
    /** Shown to readers of the account's ads as who paid for them; null until one is set. */
    advertiser_name: z.string().nullable(),
    non_withdrawable_balance: units
  }),
  z.object({
    profile: toOne('profiles'),
    publisher: toOne('publishers'),
    advertiser: toOne('advertisers')
  })
)
const userMeta = z.object({
  total_balance: units,
  total_campaigns_balance: units,
  total_ad_units_balance: units,
  unprocessed_deposits_amount: units,
  unprocessed_withdrawals_amount: units,
  telegram_notifications_linked: z.boolean(),
  jwt_nolt_token: z.string().nullable(),
  /** Where the token leads: the configured board, else the built-in one. */
  feedback_url: z.string().nullable(),
  /** Whether this session was shown the account code, and it has been neither used nor confirmed yet. */
  is_account_code_unsaved: z.boolean(),
  /** Whom at the network a Premium account may turn to; null for every other account. */
  premium_contact: z.string().nullable(),
  /**
   * What an operator has stopped, why, and from when until when (null: until it is lifted). With `money` no money leaves the
   * account, and all else continues. Null for every other account.
   */
  suspension: z
    .object({
      kind: z.enum(suspensionKinds),
      reason: z.string(),
      started_at: moment,
      until: moment.nullable()
    })
    .nullable(),
  unread_chat_messages_count: z.number().int(),
  unread_notifications_count: z.number().int()
})
const elsewhere = z.object({ links: z.object({ related: z.string() }) })
/** The two sides of an account: each of its lists is read at the address that the relationship names. */
const publisher = z.object({
  type: z.literal('publishers'),
  id: z.string(),
  relationships: z.object({ ad_units: elsewhere })
})
const advertiser = z.object({
  type: z.literal('advertisers'),
  id: z.string(),
  relationships: z.object({ campaigns: elsewhere, publication_orders: elsewhere })
})
export const userDocument = documentWithMeta(user, userMeta).extend({
  included: z.tuple([publisher, advertiser])
})
/**
 * An anonymous sign-up answers the new user with the account code, once; a sign-up by email only says where to look.
 */
export const signUpAnswer = z.object({
  data: user.nullable(),
  meta: z.object({ access_code: z.string().optional(), email: z.string().optional() })
})
export const accessCodeAnswer = z.object({ data: z.null(), meta: z.object({ email: z.string() }) })
