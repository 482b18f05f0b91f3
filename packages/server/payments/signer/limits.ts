import { dayMs } from '@mille/api/durations.ts'
import type { Asset } from '@mille/money/amount.ts'

/** What is counted: units of 1e-8 of an asset, and of the chain's own coin, which pays for gas, wei. */
export type Counted = Asset | 'coin'
export type SignerLimits = Readonly<Record<Counted, { once: bigint; daily: bigint }>>

/**
 * Transactions that all spend the same things, so that only one of them can ever be in the chain: a payout and those
 * that took its place with higher fees. The largest of them is what may have left.
 */
export type SignedFamily = {
  asset: Counted
  amount: bigint
  /** What every one of them spends. */
  shared: readonly string[]
  /** When the newest was signed, in ms since 1970. */
  at: number
}
export type SigningWish = { asset: Counted; amount: bigint; spends: readonly string[] }
type Answer = { ok: true; families: SignedFamily[] } | { ok: false; detail: string }

/**
 * The limits for what may leave: per transaction, and in any 24 hours. Gives what to remember when it may be signed,
 * and the reason against it when not.
 */
export function countSigning(
  limits: SignerLimits,
  before: readonly SignedFamily[],
  wish: SigningWish,
  now: number
): Answer {
  const { asset, amount } = wish
  const { once, daily } = limits[asset]
  if (amount > once)
    return {
      ok: false,
      detail: `${amount} ${units[asset]} is over the limit of ${once} for one transaction`
    }
  const { families, max, sum } = addSigning(before, wish, now)
  if (sum + max > daily)
    return {
      ok: false,
      detail: `${max} ${units[asset]} after ${sum} is over the limit of ${daily} for 24 hours`
    }
  return { ok: true, families }
}

/**
 * What is remembered once it is signed, whatever the limits are. Sharing something with two families replaces neither
 * for good: both of them can still be mined beside each other, so a transaction belongs to one family at most and
 * everything else counts in full.
 */
export function addSigning(
  before: readonly SignedFamily[],
  { asset, amount, spends }: SigningWish,
  now: number
): { families: SignedFamily[]; max: bigint; sum: bigint } {
  const recent = before.filter(it => it.at > now - dayMs)
  const replaced = recent
    .filter(it => it.asset === asset && sharedWith(it, spends).length > 0)
    .reduce<SignedFamily | null>((max, it) => (max && max.amount >= it.amount ? max : it), null)
  const others = recent.filter(it => it !== replaced)
  const sum = others.reduce((all, it) => (it.asset === asset ? all + it.amount : all), 0n)
  const max = replaced && replaced.amount > amount ? replaced.amount : amount
  const shared = replaced ? sharedWith(replaced, spends) : [...spends]
  return { families: [...others, { asset, amount: max, shared, at: now }], max, sum }
}

const units = { BTC: 'satoshis', USD: 'units of 1e-8 USD', coin: 'wei for gas' } as const

const sharedWith = ({ shared }: SignedFamily, spends: readonly string[]) =>
  shared.filter(it => spends.includes(it))
