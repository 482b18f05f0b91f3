import { z } from 'zod'
import { captcha } from '../captcha/schema.ts'
import {
  advertiserNameLength,
  billingLengths,
  displayCurrencies,
  type firstStepSides,
  firstStepStates,
  lookAroundRoles,
  suspensionKinds
} from '../constants.ts'
import { agreedVersions } from '../legal/agreed-versions.ts'
import { translatedLanguages } from '../reference-data/languages.ts'
import {
  document,
  documentWithMeta,
  idInput,
  labelText,
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

const firstStepState = z.enum(firstStepStates).optional()
/**
 * The checklists of first steps that the account has chosen (`shown`) or dismissed. A side that is missing is shown
 * from the account's first campaign, site, ad unit or offer on.
 */
export const firstStepChoices = z.object({
  advertiser: firstStepState,
  publisher: firstStepState,
  seller: firstStepState
} satisfies Record<(typeof firstStepSides)[number], unknown>)

/**
 * What the statements of an account say about its owner. Only the characters are checked: whether a VAT number is
 * registered is for the tax office to say.
 */
const billingDetailsInput = z.object({
  /** Name of the person or company. */
  name: labelText(billingLengths.name).nullable(),
  address: z
    .array(labelText(billingLengths.addressLine))
    .max(billingLengths.addressLines, `must have at most ${billingLengths.addressLines} lines`),
  vat_number: z
    .string()
    .trim()
    .toUpperCase()
    .max(billingLengths.vatNumber, `must have at most ${billingLengths.vatNumber} characters`)
    .regex(/^[A-Z\d][A-Z\d .+*-]*$/, 'must have only letters, digits, spaces and . - + *')
    .nullable()
})
export const billingDetails = z.object({
  name: z.string().nullable(),
  address: z.array(z.string()),
  vat_number: z.string().nullable()
})

export const signUpInput = z
  .object({
    email: email.optional(),
    username: nameText(40, 2).optional(),
    anonymous: z.literal(true).optional(),
    /** The language of the page, which becomes the account's language. */
    locale: locale.optional(),
    captcha,
    ...agreedVersions,
    ...firstTouch
  })
  .refine(value => value.anonymous === true || value.email !== undefined, {
    error: 'is required unless you request an anonymous account',
    path: ['email']
  })
export const accessCodeInput = z.object({
  email,
  /** The language of the page. The email uses it if the account has not chosen a language. */
  locale: locale.optional(),
  captcha
})
export const signInInput = z.object({ access_code: z.string().max(200), captcha, ...firstTouch })
export const userInput = z.object({ id: idInput })
export const updateUserInput = z.object({
  id: idInput,
  /** The new email address. It replaces the old one when both addresses have confirmed the change. */
  email: email.optional(),
  username: nameText(40, 2).nullable().optional(),
  locale: locale.optional(),
  /** An IANA time zone name such as `Europe/Berlin`. */
  time_zone: timeZone.optional(),
  /** The currency in which reports show amounts. Null shows each amount in its own currency. */
  display_currency: z.enum(displayCurrencies).nullable().optional(),
  /** The name that readers see as the payer of the account's ads. Null removes it. */
  advertiser_name: nameText(advertiserNameLength, 2).nullable().optional(),
  /** The owner of the account as its statements name them. Null removes everything. */
  billing_details: billingDetailsInput.nullable().optional(),
  /** Sides that are left out keep their values. */
  first_steps: firstStepChoices.optional(),
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
    /** Null until the user chooses a language or signs up in one. */
    locale: locale.nullable(),
    /** The account's time zone. Reports use its days unless another time zone is requested. */
    time_zone: z.string(),
    /** The currency for display only, converted at the current rate. The API always returns the charged currencies. */
    display_currency: z.enum(displayCurrencies).nullable(),
    /** The name that readers see as the payer of the account's ads. Null if none is set. */
    advertiser_name: z.string().nullable(),
    billing_details: billingDetails.nullable(),
    first_steps: firstStepChoices,
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
  /** Address of the feedback board for the token: the configured board, or else the built-in one. */
  feedback_url: z.string().nullable(),
  /** Whether this session was shown the account code and the code has been neither used nor confirmed yet. */
  is_account_code_unsaved: z.boolean(),
  /** The network's contact person for a Premium account. Null for every other account. */
  premium_contact: z.string().nullable(),
  /**
   * What an operator has stopped, the reason, the start and the end (null: until an operator lifts it). The kind
   * `money` blocks only money from leaving the account. Null if the account is neither suspended nor frozen.
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
  /**
   * As whom a stranger looks around in a demonstration, without being able to change anything. Null in a session of the
   * account's owner.
   */
  look_around: z.enum(lookAroundRoles).nullable(),
  /**
   * As whom someone else views this account: an operator until a certain time, or a viewer whom its owner invited. Null in
   * a session of the account's owner.
   */
  viewing: z.object({ as: z.enum(['operator', 'viewer']), until: moment.nullable() }).nullable(),
  /** The first of the accounts that the account may see as a member, for a menu. Empty while another account is viewed. */
  viewable_accounts: z.array(z.object({ membership_id: z.string(), name: z.string() })),
  unread_notifications_count: z.number().int()
})
const elsewhere = z.object({ links: z.object({ related: z.string() }) })
/** The publisher and advertiser sides of an account. Each of their lists is read at the address in the relationship. */
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
 * The answer to an anonymous sign-up contains the new user and, only once, the account code. The answer to a sign-up by
 * email names only the email address.
 */
export const signUpAnswer = z.object({
  data: user.nullable(),
  meta: z.object({ access_code: z.string().optional(), email: z.string().optional() })
})
export const accessCodeAnswer = z.object({ data: z.null(), meta: z.object({ email: z.string() }) })

export const lookAroundInput = z.object({ role: z.enum(lookAroundRoles) })
export const lookArounds = z.object({
  data: z.array(resource('look_arounds', z.object({ role: z.enum(lookAroundRoles) })))
})
