import { type AmountReading, type Asset, type Currency, readAmount } from '@mille/money/amount.ts'
import { splitAmount, worthText } from '../amount/amount.tsx'
import { useWorth } from '../amount/use-worth.ts'
import { TextField, type TextFieldProps } from '../text-field/text-field.tsx'
import styles from './amount-field.module.css'

export type AmountFieldProps = {
  asset: Asset
  /** Currency of the typed amount; by default the whole asset. */
  currency?: Currency | undefined
  /** Whether the amount may begin with a minus sign. */
  isSigned?: boolean | undefined
  /** Unit as the form names it; by default the asset, and an empty text if the label already names the unit. */
  unit?: string | undefined
} & Omit<TextFieldProps, 'suffix' | 'prefix' | 'type' | 'inputMode' | 'isCode'>

const messages = {
  readsAs: 'That is',
  ambiguous: (decimal: string, whole: string) =>
    `Enter ${decimal} or ${whole}: this could mean either.`,
  swapped: (plain: string) => `Use a period as the decimal point: enter ${plain}.`
}

/**
 * Input for an amount, with its unit beside it. Below, it shows how the network reads the amount and what it is worth,
 * so that a misplaced decimal mark is seen before it costs anything. The typed text itself is not changed.
 */
export function AmountField(props: AmountFieldProps) {
  const {
    asset,
    currency,
    isSigned,
    unit = asset,
    autoComplete = 'off',
    help,
    error,
    ...rest
  } = props
  const typed = typeof rest.value === 'string' ? rest.value.trim() : ''
  const isNegative = isSigned === true && /^[\u2212-]/.test(typed)
  const reading = readAmount(
    isNegative ? typed.slice(1) : typed,
    currency ?? (asset === 'BTC' ? 'btc' : 'usd')
  )
  const worth = useWorth(reading.ok ? reading.units : null, asset)
  return (
    <TextField
      placeholder={asset === 'BTC' ? '0.00100000' : '20.00'}
      {...rest}
      help={
        reading.ok ? (
          <>
            <span className={styles.reading}>
              {messages.readsAs} <bdi dir="ltr">{written(reading.units, asset, isNegative)}</bdi>
              {worth && <bdi dir="ltr"> {worthText(worth)}</bdi>}
            </span>
            {help}
          </>
        ) : (
          help
        )
      }
      error={questionText(reading) ?? error}
      autoComplete={autoComplete}
      inputMode="decimal"
      suffix={unit === '' ? undefined : unit}
    />
  )
}

function questionText(reading: AmountReading): string | undefined {
  if (reading.ok || reading.code === 'amount_invalid') return undefined
  return reading.code === 'amount_ambiguous'
    ? messages.ambiguous(reading.decimal, reading.whole)
    : messages.swapped(reading.plain)
}

function written(units: bigint, asset: Asset, isNegative: boolean): string {
  const { isTiny, sign, digits, zeros } = splitAmount(isNegative ? -units : units, asset)
  return `${isTiny ? (isNegative ? '>\u00a0' : '<\u00a0') : ''}${sign}${digits}${zeros}\u00a0${asset}`
}
