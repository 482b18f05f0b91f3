import { shareOf } from '@mille/money/split.ts'

/** Referral share of a referred account's charges, in units of 0.01 %. */
const referralBasisPoints = 1_000n

/**
 * Returns a partner's share of a charge: a tenth of the charge, taken from the network's fee, but at most half of the
 * fee. The network therefore keeps part of every fee, even one that a coupon has halved.
 */
export function referralOf(charged: bigint, fee: bigint): bigint {
  const tenth = shareOf(charged, referralBasisPoints, 10_000n)
  const half = fee / 2n
  return tenth < half ? tenth : half
}
