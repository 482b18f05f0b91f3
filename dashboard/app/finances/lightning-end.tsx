import type { Withdrawal } from '@mille/api/payments/endpoints.ts'
import { Address } from '@mille/ui/address/address.tsx'
import { formatMoney } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { withdrawMessages } from './messages.ts'

const messages = withdrawMessages.byLightning

/** How the payment of an invoice ended: what routing has cost and the proof, or that the money is back. */
export function LightningEnd({ attributes }: Pick<Withdrawal, 'attributes'>) {
  const { state, fee, lightning, currency } = attributes
  if (lightning === null) return null
  const { preimage } = lightning
  return (
    <span className={`${layout.soft} ${layout.small}`}>
      {state === 'sent' && messages.sent}
      {state === 'confirmed' && messages.routing(formatMoney(BigInt(fee), currency))}
      {state === 'failed' && messages.returned}
      {preimage !== null && (
        <>
          <br />
          {messages.proof} <Address value={preimage} what="proof of payment" isShort />
        </>
      )}
    </span>
  )
}
