import { formatAmount } from '@mille/money/amount.ts'

/**
 * Returns the address of “your ad here”: a new campaign that starts with this ad unit and names its owner as the
 * partner.
 */
export function invitationAddress(publicUrl: string, unitId: number, ownerId: number): string {
  return `${publicUrl}/campaigns/new/?source_id=${unitId}&source_type=ad_unit&partner=${ownerId}`
}

const formats = new Map<string, Intl.NumberFormat>()

/**
 * Returns the price of 1,000 views for an invitation, such as “CPM ≈ 0.00012 BTC”, with the digits of the language (BCP
 * 47). `cpm` is in units of 1e-8 BTC and is shown with two significant digits, because it is an average.
 */
export function invitationPrice(cpm: bigint, language: string): string {
  let format = formats.get(language)
  if (!format) {
    format = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 })
    formats.set(language, format)
  }
  // The amount is passed as text, so that it never becomes a floating-point number.
  return `CPM ≈ ${format.format(formatAmount(cpm) as Intl.StringNumericLiteral)} BTC`
}
