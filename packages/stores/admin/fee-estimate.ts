import type { Api } from '@mille/api/client.ts'
import type { FeeBasis, Setting } from '@mille/api/settings/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import { atom } from 'nanostores'
import { readValue } from './settings.ts'

/** The network's fees in units of 0.01 %. */
type Fees = { standard: bigint; premium: bigint }
type Basis = FeeBasis['data']['attributes']

export type FeeEstimate = {
  /** Last of the 30 days, in UTC, such as 2026-11-28. */
  to: string
  /** Amounts in units of 1e-8 for each currency in which something was charged. */
  amounts: { asset: Asset; charged: bigint; before: bigint; after: bigint }[]
}

/** State of the estimate of what a new fee would have brought. What was charged is read once, when it is first needed. */
export function createFeeEstimateStores({ settings }: Pick<Api, 'settings'>) {
  const $basis = atom<Basis | null>(null)
  let isAsked = false
  return {
    $basis,
    /** Reads what was charged. The next call tries again if it could not be read. */
    async load(): Promise<void> {
      if (isAsked) return
      isAsked = true
      const result = await settings.readFeeBasis()
      isAsked = result.ok
      if (result.ok) $basis.set(result.value.data.attributes)
    }
  }
}

/**
 * Returns what the network would have kept with a typed fee and what it would have kept with the fees of now; null if the
 * text is not a fee, or not another one.
 */
export function estimateFee(
  basis: Basis,
  settings: readonly Pick<Setting, 'id' | 'attributes'>[],
  typed: { id: string; text: string }
): FeeEstimate | null {
  const value = readValue(typed.id, typed.text)
  const currentOf = (id: string) => settings.find(it => it.id === id)?.attributes.value ?? '0'
  if (value === null || value === currentOf(typed.id)) return null
  const feesWith = (read: (id: string) => string): Fees => ({
    standard: BigInt(read('fee_basis_points')),
    premium: BigInt(read('premium_fee_basis_points'))
  })
  const before = feesWith(currentOf)
  const after = feesWith(id => (id === typed.id ? value : currentOf(id)))
  return {
    to: basis.to,
    amounts: basis.charged
      .map(row => ({
        asset: row.asset,
        charged: chargedOf(row, 1n, 1n, 1n),
        before: keptOf(row, before),
        after: keptOf(row, after)
      }))
      .filter(it => it.charged > 0n)
  }
}

type Charged = Basis['charged'][number]

function keptOf(row: Charged, { standard, premium }: Fees): bigint {
  const lower = premium < standard ? premium : standard
  // A coupon rounds half of the fee down, as a settlement does.
  return chargedOf(row, standard, lower, 2n) / 10_000n
}

function chargedOf(row: Charged, standard: bigint, premium: bigint, halves: bigint): bigint {
  return (
    BigInt(row.standard) * standard +
    BigInt(row.standard_halved) * (standard / halves) +
    BigInt(row.premium) * premium +
    BigInt(row.premium_halved) * (premium / halves)
  )
}
