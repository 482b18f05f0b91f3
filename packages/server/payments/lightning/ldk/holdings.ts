import {
  Balance_MaybePreimageClaimableHTLC,
  Balance_MaybeTimeoutClaimableHTLC,
  type ChainMonitor
} from 'lightningdevkit'

/**
 * Adds up the money in channels that belongs to this node, in whole satoshis, also while a channel is being closed. A
 * payment in flight is left out in both directions until it is decided; one that was received counts at once.
 */
export function readHoldings(chainMonitor: ChainMonitor): bigint {
  return chainMonitor
    .get_claimable_balances([])
    .filter(it => !(it instanceof Balance_MaybePreimageClaimableHTLC))
    .filter(it => !(it instanceof Balance_MaybeTimeoutClaimableHTLC))
    .reduce((sum, it) => sum + it.claimable_amount_satoshis(), 0n)
}
