import { shareOf } from '@mille/money/split.ts'

/** Of what a referred account is charged, in units of 0.01 %. */
const referralBasisPoints = 1_000n

/**
 * What a partner gets of a charge: a tenth, out of the network's fee, and never more than half of that. So the network
 * keeps something of every fee, also of one that a coupon has halved.
 */
export function referralOf(charged: bigint, fee: bigint): bigint {
  const tenth = shareOf(charged, referralBasisPoints, 10_000n)
  const half = fee / 2n
  return tenth < half ? tenth : half
}
