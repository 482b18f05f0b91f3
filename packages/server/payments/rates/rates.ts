import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAmount, unitsPerWhole } from '@mille/money/amount.ts'
import type { Context } from '../../context.ts'
import { middleRate } from './rate-rules.ts'

export type Rate = {
  /** Units of 1e-8 USD for one bitcoin. */
  usd: bigint
  at: Date
  ageSeconds: number
  /** Whether the rate is too old to calculate a price with. */
  isStale: boolean
}

const timeoutMs = 10_000
const answerBytes = 1_000_000

/** Returns the newest rate; null when there never was one. */
export async function readRate({
  db,
  config,
  now
}: Pick<Context, 'db' | 'config' | 'now'>): Promise<Rate | null> {
  const fixed = developmentRate(config)
  if (fixed !== null) return { usd: fixed, at: now(), ageSeconds: 0, isStale: false }
  const row = await db
    .selectFrom('exchange_rates')
    .select(['usd', 'at'])
    .where('asset', '=', 'BTC')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const ageSeconds = Math.max(0, Math.floor((now().getTime() - row.at.getTime()) / 1000))
  const isStale = ageSeconds > config.payments.rates.staleSeconds
  return { usd: row.usd, at: row.at, ageSeconds, isStale }
}

/** Returns units of USD for one BTC; null when the rate is unknown or too old to calculate a price with. */
export async function readUsdPerBtc(
  context: Parameters<typeof readRate>[0]
): Promise<bigint | null> {
  const rate = await readRate(context)
  return rate === null || rate.isStale ? null : rate.usd
}

/** Returns units of 1e-8 BTC for one dollar. */
export function bitcoinPerDollar(usd: bigint): bigint {
  return (unitsPerWhole * unitsPerWhole) / usd
}

/** Asks every source and stores the median of the prices. Without agreement, the previous rate stays and ages. */
export async function refreshRates(context: Context): Promise<void> {
  const { sources } = context.config.payments.rates
  if (sources.length === 0) return
  const answers = await Promise.allSettled(sources.map(readSource))
  const prices = answers.flatMap(it => (it.status === 'fulfilled' ? [it.value] : []))
  const middle = middleRate(prices, sources.length)
  if (middle === null) {
    context.log.warn(
      { answered: prices.length, sources: sources.length },
      'no rate: the sources do not agree'
    )
    return
  }
  await context.db
    .insertInto('exchange_rates')
    .values({ asset: 'BTC', usd: middle.usd, sources: middle.sources, at: context.now() })
    .execute()
}

/** Fetches a source and reads the number at the JSON pointer (RFC 6901) after the URL's `#`. */
async function readSource(source: string): Promise<bigint> {
  const url = new URL(source)
  const path = decodeURIComponent(url.hash.slice(2)).split('/')
  url.hash = ''
  const response = await fetch(url, {
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs)
  })
  const text = await response.text()
  if (!response.ok || text.length > answerBytes) throw new Error(`${url.host} gives no rate`)
  let value: unknown = JSON.parse(text)
  for (const part of path) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    value =
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : null
  }
  // The whole text must match: the beginning of `1,234.5` or `6e4` is also a price, but a wrong one. Digits after the
  // eighth decimal are ignored.
  const isPrice = typeof value === 'number' || typeof value === 'string'
  const [, whole, fraction = '0'] =
    (isPrice && /^(\d{1,10})(?:\.(\d{1,8})\d*)?$/.exec(String(value))) || []
  const price = whole === undefined ? null : parseAmount(`${whole}.${fraction}`, 'usd')
  if (price === null || price === 0n)
    throw new Error(`${url.host} gives no price at ${path.join('/')}`)
  return price
}

/** Returns a fixed rate in development, so that nothing there depends on external services. */
function developmentRate(config: Context['config']): bigint | null {
  if (config.mode === 'production' || config.payments.rates.sources.length > 0) return null
  const file = readFileSync(join(import.meta.dirname, 'development-rates.json'), 'utf8')
  return parseAmount((JSON.parse(file) as { BTC: { USD: string } }).BTC.USD, 'usd')
}
