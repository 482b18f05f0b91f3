import type { Asset } from '@mille/money/amount.ts'
import { TextField, type TextFieldProps } from '../text-field/text-field.tsx'

export type AmountFieldProps = { asset: Asset } & Omit<
  TextFieldProps,
  'suffix' | 'prefix' | 'type' | 'inputMode' | 'isCode'
>

/** An amount as the person types it, with its unit beside. The text is not touched: reading it is the form's work. */
export function AmountField({ asset, autoComplete = 'off', ...props }: AmountFieldProps) {
  const example = asset === 'BTC' ? '0.00100000' : '20.00'
  return (
    <TextField
      placeholder={example}
      {...props}
      autoComplete={autoComplete}
      inputMode="decimal"
      suffix={asset}
    />
  )
}
