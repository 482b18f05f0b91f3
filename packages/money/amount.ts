/**
 * Amounts are bigint integers in units of 1e-8 of their asset: 1e-8 BTC (a satoshi) or 1e-8 USD.
 * Nothing here uses floating point.
 */

export const assets = ['BTC', 'USD'] as const
export type Asset = (typeof assets)[number]

/** Units in one whole coin or dollar. */
export const unitsPerWhole = 100_000_000n

/** The largest amount that PostgreSQL's bigint, and so every column and call, can hold. */
export const largestAmount = 2n ** 63n - 1n

/** Currencies in which amounts can be entered. All amounts are stored in units of 1e-8 of the asset. */
export const currencies = {
  btc: { asset: 'BTC', decimals: 8 },
  usd: { asset: 'USD', decimals: 8 },
  satoshi: { asset: 'BTC', decimals: 0 },
  us_cents: { asset: 'USD', decimals: 2 }
} as const satisfies Record<string, { asset: Asset; decimals: number }>

export type Currency = keyof typeof currencies

/** Returns the value of one of the currency in units: 1 btc is 1e8, 1 satoshi is 1, and 1 US cent is 1e6. */
export function unitsPer(currency: Currency): bigint {
  if (currency === 'satoshi') return 1n
  if (currency === 'us_cents') return 1_000_000n
  return unitsPerWhole
}

export type AmountReading =
  | { ok: true; units: bigint }
  | { ok: false; code: 'amount_invalid' }
  /**
   * The amount contains a comma that does not group thousands. `decimal` and `whole` are its two possible meanings in
   * unambiguous form.
   */
  | { ok: false; code: 'amount_ambiguous'; decimal: string; whole: string }
  /** The amount has periods between the thousands, as in `1.000,50`. `plain` is the amount in the expected form. */
  | { ok: false; code: 'amount_marks_swapped'; plain: string }

const grouped = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,18})?$/
const ambiguous = /^\d{1,19},\d{1,18}$/
const swapped = /^[1-9]\d{0,2}(?:(?:\.\d{3})+,\d{1,18}|(?:\.\d{3}){2,})$/

/**
 * Reads an amount typed in English, such as `0.001` with `btc` or `250` with `us_cents`. A period is the decimal point,
 * and commas may group thousands, as in `1,000` and `12,345.67`. Any other comma, as in `1,00` or `0,001`, is rejected:
 * many countries use it as the decimal mark, and a wrong guess is off by a factor of a hundred or a thousand.
 */
export function readAmount(text: string, currency: Currency): AmountReading {
  const typed = text.trim()
  if (swapped.test(typed))
    return {
      ok: false,
      code: 'amount_marks_swapped',
      plain: typed.replaceAll('.', '').replace(',', '.')
    }
  const plain = grouped.test(typed) ? typed.replaceAll(',', '') : typed
  if (ambiguous.test(plain)) {
    const whole = plain.replace(',', '').replace(/^0+(?=\d)/, '')
    return { ok: false, code: 'amount_ambiguous', decimal: plain.replace(',', '.'), whole }
  }
  const units = plainUnits(plain, currency)
  return units === null ? { ok: false, code: 'amount_invalid' } : { ok: true, units }
}

/**
 * Returns the units that `readAmount` reads; null for anything except a non-negative amount that can be represented
 * exactly.
 */
export function parseAmount(text: string, currency: Currency): bigint | null {
  const reading = readAmount(text, currency)
  return reading.ok ? reading.units : null
}

function plainUnits(text: string, currency: Currency): bigint | null {
  const match = /^(\d{1,19})(?:\.(\d{1,18}))?$/.exec(text)
  if (!match) return null
  const scale = unitsPer(currency)
  const fraction = match[2] ?? ''
  const numerator = BigInt((match[1] ?? '0') + fraction) * scale
  const denominator = 10n ** BigInt(fraction.length)
  if (numerator % denominator !== 0n) return null
  const units = numerator / denominator
  return units <= largestAmount ? units : null
}

/** Formats units as a decimal number of the asset, rounded half to even: `formatUnits(150n, 8)` is `0.00000150`. */
export function formatUnits(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : ''
  const positive = units < 0n ? -units : units
  const step = 10n ** BigInt(8 - decimals)
  const rounded = divideHalfEven(positive, step)
  const digits = rounded.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}`
}

/** Formats an amount as the specification says: divided by 1e8, with 8 decimals. */
export function formatAmount(units: bigint): string {
  return formatUnits(units, 8)
}

/** Formats units as the shortest exact text for an input field of that currency. */
export function amountText(units: bigint, currency: Currency): string {
  if (currency === 'satoshi') return units.toString()
  const text = currency === 'us_cents' ? formatUnits(units * 100n, 8) : formatUnits(units, 8)
  return text.replace(/\.?0+$/, '')
}

/** Converts units of one asset into the other, rounded half to even. `usdPerBitcoin` is in units of 1e-8 USD. */
export function worthOf(units: bigint, asset: Asset, usdPerBitcoin: bigint): bigint {
  const [value, divisor] =
    asset === 'BTC'
      ? [units * usdPerBitcoin, unitsPerWhole]
      : [units * unitsPerWhole, usdPerBitcoin]
  return value < 0n ? -divideHalfEven(-value, divisor) : divideHalfEven(value, divisor)
}

function divideHalfEven(value: bigint, step: bigint): bigint {
  const quotient = value / step
  const twice = (value % step) * 2n
  if (twice > step || (twice === step && quotient % 2n === 1n)) return quotient + 1n
  return quotient
}
