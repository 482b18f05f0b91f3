import { AmountField, type AmountFieldProps } from '@mille/ui/amount-field/amount-field.tsx'
import { useStore } from '@nanostores/react'
import { useApp } from '../page/app-context.tsx'

type LightningCurrency = 'btc' | 'satoshi'

/** Returns the unit in which the reader enters amounts that are paid by Lightning. */
export function useLightningCurrency(): LightningCurrency {
  const reader = useStore(useApp().session.$user)
  return reader?.attributes.display_currency === 'satoshi' ? 'satoshi' : 'btc'
}

type LightningAmountFieldProps = Omit<AmountFieldProps, 'asset' | 'unit' | 'placeholder'> & {
  currency: LightningCurrency
}

/** The field for an amount that is paid by Lightning, in the reader's unit. */
export function LightningAmountField(props: LightningAmountFieldProps) {
  const isSatoshi = props.currency === 'satoshi'
  return (
    <AmountField
      {...props}
      asset="BTC"
      unit={isSatoshi ? 'sats' : 'BTC'}
      placeholder={isSatoshi ? '10000' : '0.00010000'}
    />
  )
}
