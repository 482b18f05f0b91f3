import { dayMs } from '@mille/api/durations.ts'
import type { Asset } from '@mille/money/amount.ts'

/** What is counted: an asset, in units of 1e-8, or the chain's own coin for gas, in wei. */
export type Counted = Asset | 'coin'
export type SignerLimits = Readonly<Record<Counted, { once: bigint; daily: bigint }>>

/**
 * Transactions that all spend the same inputs or nonce, so that at most one can be mined: a payout and its replacements
 * with higher fees. The largest amount among them counts.
 */
export type SignedFamily = {
  asset: Counted
  amount: bigint
  /** Inputs or nonce that every transaction of the family spends. */
  shared: readonly string[]
  /** When the newest transaction was signed, in milliseconds since 1970. */
  at: number
}
export type SigningWish = { asset: Counted; amount: bigint; spends: readonly string[] }
type Answer = { ok: true; families: SignedFamily[] } | { ok: false; detail: string }

/**
 * Checks the limits for outgoing amounts, per transaction and in any 24 hours. Returns the families to remember, or the
 * reason for refusing.
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
 * Counts a signed transaction, whatever the limits are. A transaction that shares inputs with two families replaces
 * neither for good, since both can still be mined together; so it belongs to at most one family, and everything else
 * counts in full.
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
