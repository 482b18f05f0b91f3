import type { Context } from '../context.ts'
import { readRate } from '../payments/index.ts'

/** Units of USD for one BTC; null when it is unknown, or too old to make a price from. */
export async function readUsdPerBtc(context: Context): Promise<bigint | null> {
  const rate = await readRate(context)
  return rate === null || rate.isStale ? null : rate.usd
}
