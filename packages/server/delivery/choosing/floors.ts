import type { Asset } from '@mille/money/amount.ts'
import { type Bits, clearBit, setBit } from './named-sets.ts'

/**
 * The lowest price that a unit accepts for 1,000 billable views after the network's fee, in units of 1e-8 of the asset.
 */
export type Floor = { asset: Asset; netCpm: bigint }

/**
 * What a campaign is expected to pay a unit for 1,000 billable views after the fee, in units of 1e-8 of each asset.
 * Null in the other currency if there is no exchange rate.
 */
export type NetCpm = Record<Asset, bigint | null>

/**
 * Reports whether a price meets a floor. A campaign whose price is not known yet meets every floor; one whose price
 * cannot be compared meets none.
 */
export function meetsFloor(price: NetCpm | null, floor: Floor | null): boolean {
  if (floor === null || price === null) return true
  const netCpm = price[floor.asset]
  return netCpm !== null && netCpm >= floor.netCpm
}

/**
 * For each floor in use, the set of the campaigns below it. It is built when a unit first needs it and updated with the
 * campaigns.
 */
export class Floors {
  #below = new Map<string, { floor: Floor; bits: Bits }>()
  #prices: (NetCpm | null | undefined)[] = []
  #words: number

  constructor(words: number) {
    this.#words = words
  }

  add(slot: number, price: NetCpm | null): void {
    this.#prices[slot] = price
    for (const { floor, bits } of this.#below.values())
      if (!meetsFloor(price, floor)) setBit(bits, slot)
  }

  remove(slot: number): void {
    this.#prices[slot] = undefined
    for (const { bits } of this.#below.values()) clearBit(bits, slot)
  }

  find(floor: Floor | null): { key: string; bits: Bits } | null {
    if (floor === null) return null
    const key = `${floor.asset} ${floor.netCpm}`
    const known = this.#below.get(key)
    if (known) return { key, bits: known.bits }
    const bits = new Uint32Array(this.#words)
    for (const [slot, price] of this.#prices.entries())
      if (price !== undefined && !meetsFloor(price, floor)) setBit(bits, slot)
    this.#below.set(key, { floor, bits })
    return { key, bits }
  }

  /** Drops the sets, which are rebuilt when needed, with a size of `words` words. */
  forget(words = this.#words): void {
    this.#words = words
    this.#below.clear()
  }
}
