import { largestAmount } from '@mille/money/amount.ts'
import { z } from 'zod'
import { largestPage } from './page-sizes.ts'
import { isTimeZone } from './time-zones.ts'

/** Building blocks of the schemas of all domains. */

export const idText = z.string().regex(/^[1-9]\d{0,9}$/, 'is not an ID')
export const idInput = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[1-9]\d{0,8}$|^1\d{9}$|^20\d{8}$/, 'is not an ID'))
export const units = z.string().regex(/^-?\d{1,19}$/)
export const moment = z.iso.datetime()
/** A date and time with any UTC offset. */
export const momentInput = z.iso.datetime({ offset: true, error: 'must be a date and a time' })
/** An IANA name such as Europe/Berlin, or UTC. */
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'is not a time zone such as Europe/Berlin')
export const asset = z.enum(['BTC', 'USD'])

/** An amount in a request: an integer in units of 1e-8, as a string or as an exactly represented number. */
export const amountInput = z
  .union([z.string(), z.number()])
  .refine(value => /^\d{1,19}$/.test(String(value)), {
    error: 'is not a whole number of units of 1e-8',
    params: { code: 'amount_invalid' },
    abort: true
  })
  .refine(value => typeof value === 'string' || Number.isSafeInteger(value), {
    error: 'is too large for a JSON number: send it as a string',
    params: { code: 'amount_invalid' },
    abort: true
  })
  .refine(value => BigInt(value) <= largestAmount, {
    error: 'is larger than the maximum amount',
    params: { code: 'amount_invalid' },
    abort: true
  })
  .transform(value => BigInt(value).toString())

export const positiveAmountInput = amountInput.refine(value => value !== '0', {
  error: 'must be greater than zero',
  params: { code: 'amount_invalid' }
})

export const addressText = z.string().trim().max(2000)
export const asHttpUrl = (text: typeof addressText) =>
  text.refine(isHttpUrl, { error: 'is not a web address such as https://example.com' })
export const httpUrl = asHttpUrl(addressText)

/** Text without control characters and without characters that change the direction of the text after them. */
export const plainText = (max: number, min = 1) =>
  z
    .string()
    .trim()
    .min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`)
    .refine(value => !/(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u.test(value), {
      error: 'contains characters that cannot be displayed'
    })

/**
 * Names of people. Full-width and joined letters are normalized. Names that can imitate other names are rejected: those
 * with invisible characters, and those that mix letters of similar alphabets.
 */
export const nameText = (max: number, min: number) =>
  z
    .string()
    .transform(normalize)
    .pipe(
      plainText(max, min)
        .refine(value => !/[\t\n\r\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(value), {
          error: 'contains invisible characters'
        })
        .refine(value => alphabets.filter(it => it.test(value)).length < 2, {
          error: 'mixes letters from two alphabets that look alike'
        })
    )

/**
 * An owner's label for their own object. Visitors never see it, so it may mix alphabets and contain joiners for emoji
 * and letters, as long as its single line contains something visible.
 */
export const labelText = (max: number) =>
  z
    .string()
    .transform(normalize)
    .pipe(
      plainText(max)
        .refine(value => !/[\t\n\r\p{Zl}\p{Zp}]/u.test(value), { error: 'must be a single line' })
        .refine(value => value === '' || visible.test(value), { error: 'must not be empty' })
    )

const visible = /[^\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

const normalize = (text: string) => text.normalize('NFKC')

const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/** A query parameter that may occur once (a single value) or repeatedly (a list). */
export const many = <Item extends z.ZodType>(item: Item) =>
  z
    .union([item, z.array(item).max(100, 'must have at most 100 values')])
    .transform(value => (Array.isArray(value) ? value : [value]))
    .optional()

export const pageInput = {
  'page[offset]': z.coerce.number().int().min(0).max(1_000_000).default(0),
  'page[limit]': z.coerce.number().int().min(1).max(largestPage).default(20)
}
export const pagination = z.object({ pagination: z.object({ records: z.number().int() }) })

export const toOne = <Type extends string>(type: Type) =>
  z.object({ data: z.object({ type: z.literal(type), id: z.string() }).nullable() })
export const toMany = <Type extends string>(type: Type) =>
  z.object({ data: z.array(z.object({ type: z.literal(type), id: z.string() })) })

export function resource<Type extends string, Attributes extends z.ZodType>(
  type: Type,
  attributes: Attributes
) {
  return z.object({ type: z.literal(type), id: z.string(), attributes })
}

export function related<
  Type extends string,
  Attributes extends z.ZodType,
  Relationships extends z.ZodType
>(type: Type, attributes: Attributes, relationships: Relationships) {
  return z.object({ type: z.literal(type), id: z.string(), attributes, relationships })
}

export const document = <Data extends z.ZodType>(data: Data) => z.object({ data })
export const documentWithMeta = <Data extends z.ZodType, Meta extends z.ZodType>(
  data: Data,
  meta: Meta
) => z.object({ data, meta })

/**
 * A host name with a dot, an IP address, or localhost. Without this check, URL parsers also accept `https://nodebox`,
 * and some accept spaces in the host.
 */
const host = /^(localhost|\[[\da-f:.]+\]|([\w-]+\.)+[\w-]+\.?)$/i

/**
 * URLs in the form that browsers write. Browsers also accept `https:\\example.com`, and unseen characters make an
 * address look like another one.
 */
const plainUrl = /^https?:\/\/[^\\/?#]+(\/[^\\?#]*)?([?#].*)?$/i
const unseen = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

function isHttpUrl(value: string): boolean {
  if (!plainUrl.test(value) || unseen.test(value) || !URL.canParse(value)) return false
  const { protocol, username, password, hostname } = new URL(value)
  return /^https?:$/.test(protocol) && username === '' && password === '' && host.test(hostname)
}
