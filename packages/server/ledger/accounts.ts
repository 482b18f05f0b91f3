import type { Asset } from '@mille/money/amount.ts'

/** Names an account; it is made when it is first named in a transfer. The network's owner id is 0. */
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
    /** What campaigns have paid and units have not got yet: empty after every transaction. */
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

/** What an order's publisher is paid from, once its advertiser has confirmed. */
export function orderAccount(ownerId: number, asset: Asset): AccountRef {
  return { owner: 'order', ownerId, asset, kind: 'available' }
}

export function networkAccount(asset: Asset, kind: AccountRef['kind']): AccountRef {
  return { owner: 'network', ownerId: 0, asset, kind }
}

/** One text for one account; also the order in which missing accounts are made. */
export function accountName(ref: AccountRef): string {
  return `${ref.owner} ${ref.ownerId} ${ref.asset} ${ref.kind}`
}

/** The outside world, what the network gives away and what it pays to miners; everyone else stays at or above zero. */
export function mayOwe(ref: AccountRef): boolean {
  return ref.owner === 'network' && ['outside', 'promotion', 'costs'].includes(ref.kind)
}
