import { type Asset, formatUnits } from '@mille/money/amount.ts'

/**
 * Formats an exact amount with its currency: `1,234.50 USD`, in German `1.234,50 USD`. No floating-point rounding is
 * involved.
 */
export function formatMoney(language: string, units: bigint, asset: Asset): string {
  const decimals = asset === 'BTC' ? 8 : 2
  const text = formatUnits(units, decimals) as Intl.StringNumericLiteral
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals
  })
  return `${format.format(text)} ${asset}`
}

export function formatNumber(language: string, value: number): string {
  return new Intl.NumberFormat(language).format(value)
}

/** Formats a moment to the minute, in UTC and with `UTC` in the text. */
export function formatMoment(language: string, at: Date): string {
  return new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short'
  }).format(at)
}

/** Formats a day in UTC. */
export function formatDay(language: string, at: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
