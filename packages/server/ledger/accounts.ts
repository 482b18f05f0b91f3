import type { Asset } from '@mille/money/amount.ts'

/** Identifies an account, which is created when it is first used in a transfer. The network's owner id is 0. */
export type AccountRef = {
  owner: 'user' | 'campaign' | 'ad_unit' | 'order' | 'network'
  ownerId: number
  asset: Asset
  kind:
    | 'available'
    | 'held'
    | 'promotion'
    | 'fee'
    | 'payable'
    | 'rounding'
    | 'outside'
    | 'costs'
    /** What came in by Lightning, as a negative amount: it is in channels, and not at an address of the network. */
    | 'lightning'
    /** What campaigns have paid and ad units have not received yet. Empty after every transaction. */
    | 'settling'
}

export function userAccount(
  ownerId: number,
  asset: Asset,
  kind: AccountRef['kind'] = 'available'
): AccountRef {
  return { owner: 'user', ownerId, asset, kind }
}

export function campaignAccount(
  ownerId: number,
  asset: Asset,
  kind: AccountRef['kind'] = 'available'
): AccountRef {
  return { owner: 'campaign', ownerId, asset, kind }
}

export function adUnitAccount(ownerId: number, asset: Asset): AccountRef {
  return { owner: 'ad_unit', ownerId, asset, kind: 'available' }
}

/** Returns the account from which an order's publisher is paid, once its advertiser has confirmed. */
export function orderAccount(ownerId: number, asset: Asset): AccountRef {
  return { owner: 'order', ownerId, asset, kind: 'available' }
}

export function networkAccount(asset: Asset, kind: AccountRef['kind']): AccountRef {
  return { owner: 'network', ownerId: 0, asset, kind }
}

/** Returns the unique text for an account, which also determines the order in which missing accounts are created. */
export function accountName(ref: AccountRef): string {
  return `${ref.owner} ${ref.ownerId} ${ref.asset} ${ref.kind}`
}

/**
 * Whether an account may be negative: only those for the outside world, whose money arrives by the chain or by Lightning,
 * for what the network gives away, and for what it pays to miners.
 */
export function mayOwe(ref: AccountRef): boolean {
  return (
    ref.owner === 'network' && ['outside', 'lightning', 'promotion', 'costs'].includes(ref.kind)
  )
}
