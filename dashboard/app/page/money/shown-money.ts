import type { DisplayCurrency } from '@mille/api/constants.ts'
import { type Asset, amountText, currencies, unitsPerWhole, worthOf } from '@mille/money/amount.ts'
import { type AmountProps, signOf, worthText } from '@mille/ui/amount/amount.tsx'
import { formatShort } from '../format-short.ts'
import { formatMoney } from '../formats.ts'

/** The units charged in each asset, as the API writes them. */
export type ChargedMoney = Readonly<Record<Asset, string>>

/**
 * The total of a figure's two currencies. `isConverted`: a part of the total is converted and therefore approximate.
 */
export type ShownAmount = { units: bigint; isConverted: boolean }

/** Adds up amounts of each asset. */
export function sumOf(amounts: ReadonlyArray<{ asset: Asset; units: string }>): ChargedMoney {
  const sum = { BTC: 0n, USD: 0n }
  for (const { asset, units } of amounts) sum[asset] += BigInt(units)
  return { BTC: String(sum.BTC), USD: String(sum.USD) }
}

/** Returns the money that an amount of one asset is. */
export function moneyOf(units: bigint, asset: Asset): ChargedMoney {
  return { BTC: '0', USD: '0', [asset]: String(units) }
}

/** A money column, tile or line of a report or a list. */
export type MoneyColumn = {
  /** The asset by which the server sorts and draws the report. */
  asset: Asset
  /** The asset that the units measure, in 1e-8. One sat is one such unit. */
  shownAsset: Asset
  unit: 'BTC' | 'USD' | 'sats'
  /** False if the column mixes both currencies, because the server cannot sort by their sum. */
  isSortable: boolean
  isOne: boolean
  amountOf: (money: ChargedMoney) => ShownAmount
}

const otherAsset = { BTC: 'USD', USD: 'BTC' } as const
const unitNames = { btc: 'BTC', satoshi: 'sats', usd: 'USD' } as const

/** Returns a column that shows each amount in the currency in which it was charged. */
export function chargedColumn(asset: Asset): MoneyColumn {
  return {
    ...{ asset, shownAsset: asset, unit: asset, isSortable: true, isOne: false },
    amountOf: money => ({ units: BigInt(money[asset]), isConverted: false })
  }
}

/**
 * Returns the money columns: one column in the reader's currency, or one for each charged asset if the reader chose no
 * currency or there is no current rate. Each figure is converted and rounded half to even once, to 1e-8; sums are
 * converted as a whole.
 */
export function moneyColumns(
  charged: readonly Asset[],
  currency: DisplayCurrency | null,
  usdPerBitcoin: bigint | null
): MoneyColumn[] {
  const shownAsset = currency && currencies[currency].asset
  const isPossible = usdPerBitcoin !== null || charged.every(it => it === shownAsset)
  if (!currency || !shownAsset || !isPossible) return charged.map(chargedColumn)
  const [asset = shownAsset, ...others] = charged
  return [
    {
      ...{ asset, shownAsset, unit: unitNames[currency] },
      ...{ isSortable: others.length === 0, isOne: true },
      amountOf: money => sumIn(shownAsset, money, usdPerBitcoin)
    }
  ]
}

/** Returns the column that a chart of this asset shows. */
export function columnOf(columns: readonly MoneyColumn[], asset: Asset): MoneyColumn {
  return columns.find(it => it.isOne || it.asset === asset) ?? chargedColumn(asset)
}

function sumIn(asset: Asset, money: ChargedMoney, usdPerBitcoin: bigint | null): ShownAmount {
  const other = BigInt(money[otherAsset[asset]])
  const own = BigInt(money[asset])
  if (other === 0n || usdPerBitcoin === null) return { units: own, isConverted: false }
  return { units: own + worthOf(other, otherAsset[asset], usdPerBitcoin), isConverted: true }
}

const grouped = new Intl.NumberFormat('en')

/**
 * Formats an amount, such as `≈ 6.40 USD` or `1,200 sats`. Cents are rounded half to even, and a converted amount below
 * one cent says so. An amount with a direction has its sign.
 */
export function shownText(
  { units, isConverted }: ShownAmount,
  column: MoneyColumn,
  direction?: AmountProps['direction']
): string {
  const { unit, shownAsset } = column
  const sign = signOf(direction, units < 0n ? '−' : '')
  if (unit === 'sats')
    return `${isConverted ? '≈\u00a0' : ''}${sign}${grouped.format(units < 0n ? -units : units)}\u00a0sats`
  if (isConverted) return worthText({ units, asset: shownAsset, direction })
  return formatMoney(units, shownAsset)
}

/** Whether an amount is shown as it was charged: neither converted nor in another unit. */
export function isAsCharged({ isConverted }: ShownAmount, { unit }: MoneyColumn): boolean {
  return !isConverted && unit !== 'sats'
}

/** Formats a round number on a chart's axis. */
export function tickText(units: number, { unit }: Pick<MoneyColumn, 'unit'>): string {
  return `${formatShort(unit === 'sats' ? units : units / Number(unitsPerWhole))} ${unit}`
}

/** Formats the exact amounts charged, which explain a converted amount. */
export function chargedText(money: ChargedMoney): string {
  const parts = (['BTC', 'USD'] as const).filter(it => money[it] !== '0')
  const textOf = (units: bigint, asset: Asset) =>
    exactText(units, asset) ?? formatMoney(units, asset)
  return parts.map(it => textOf(BigInt(money[it]), it)).join(' + ')
}

const unitsOfCent = 1_000_000n

/** Returns the exact amount as text, or null if the amount is already shown with all its decimals. */
export function exactText(units: bigint, asset: Asset): string | null {
  if (asset !== 'USD' || units % unitsOfCent === 0n) return null
  return `${amountText(units, 'usd')} ${asset}`
}

/** Returns the price of 1,000 billable views, rounded down to 1e-8, or null if there were none. */
export function pricePerThousand(
  { billable, money }: { billable: number; money: ChargedMoney | null },
  column: MoneyColumn
): ShownAmount | null {
  if (billable === 0 || money === null) return null
  const { units, isConverted } = column.amountOf(money)
  return { units: (units * 1000n) / BigInt(billable), isConverted }
}
