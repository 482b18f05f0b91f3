import type { DisplayCurrency } from '@mille/api/constants.ts'
import { type Asset, currencies, unitsPerWhole, worthOf } from '@mille/money/amount.ts'
import { worthText } from '@mille/ui/amount/amount.tsx'
import { formatMoney } from '../page/formats.ts'
import type { Figures } from './report-words.ts'

/** What both currencies of a figure come to. `isConverted`: a part of it is only about what it is worth. */
export type ShownAmount = { units: bigint; isConverted: boolean }

/** One column, tile or line of money. */
export type MoneyColumn = {
  /** What the report is sorted and drawn by. */
  asset: Asset
  /** What units are of: 1e-8 of it, and a sat is one. */
  shownAsset: Asset
  unit: 'BTC' | 'USD' | 'sats'
  /** Without both currencies in it there is one order of the rows, which the server knows. */
  isSortable: boolean
  isOne: boolean
  amountOf: (money: NonNullable<Figures['money']>) => ShownAmount
}

const otherAsset = { BTC: 'USD', USD: 'BTC' } as const
const unitNames = { btc: 'BTC', satoshi: 'sats', usd: 'USD' } as const

/** Each amount in the currency that it was charged in. */
export function chargedColumn(asset: Asset): MoneyColumn {
  return {
    ...{ asset, shownAsset: asset, unit: asset, isSortable: true, isOne: false },
    amountOf: money => ({ units: BigInt(money[asset]), isConverted: false })
  }
}

/**
 * The columns of a report that has money of these assets: one in the currency of the reader, or as charged where none is chosen,
 * or there is no current rate to convert by. What is converted is rounded half to even, to 1e-8 of the currency, once for each
 * figure: sums are converted and not added up from rows that were.
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

/** What a chart of that figure shows. */
export function columnOf(columns: readonly MoneyColumn[], asset: Asset): MoneyColumn {
  return columns.find(it => it.isOne || it.asset === asset) ?? chargedColumn(asset)
}

function sumIn(
  asset: Asset,
  money: NonNullable<Figures['money']>,
  usdPerBitcoin: bigint | null
): ShownAmount {
  const other = BigInt(money[otherAsset[asset]])
  const own = BigInt(money[asset])
  if (other === 0n || usdPerBitcoin === null) return { units: own, isConverted: false }
  return { units: own + worthOf(other, otherAsset[asset], usdPerBitcoin), isConverted: true }
}

const grouped = new Intl.NumberFormat('en')
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })

/** `≈ 6.40 USD`, `1,200 sats`; cents are rounded half to even, and less than one says so where it is converted. */
export function shownText({ units, isConverted }: ShownAmount, column: MoneyColumn): string {
  const { unit, shownAsset } = column
  if (unit === 'sats') return `${isConverted ? '≈\u00a0' : ''}${grouped.format(units)}\u00a0sats`
  return isConverted ? worthText({ units, asset: shownAsset }) : formatMoney(units, shownAsset)
}

/** A round number at the axis of a chart. */
export function tickText(units: number, { unit }: Pick<MoneyColumn, 'unit'>): string {
  return `${short.format(unit === 'sats' ? units : units / Number(unitsPerWhole))} ${unit}`
}

/** What was charged, exactly, for readers who want to know what is behind a converted amount. */
export function chargedText(money: NonNullable<Figures['money']>): string {
  const parts = (['BTC', 'USD'] as const).filter(it => money[it] !== '0')
  return parts.map(it => formatMoney(BigInt(money[it]), it)).join(' + ')
}

/** What a thousand billable impressions cost or earned, rounded down to 1e-8; null where there were none. */
export function pricePerThousand(
  { billable, money }: Figures,
  column: MoneyColumn
): ShownAmount | null {
  if (billable === 0 || money === null) return null
  const { units, isConverted } = column.amountOf(money)
  return { units: (units * 1000n) / BigInt(billable), isConverted }
}
