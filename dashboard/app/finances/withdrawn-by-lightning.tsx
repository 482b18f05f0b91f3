import type { Withdrawal } from '@mille/api/payments/endpoints.ts'
import { Address } from '@mille/ui/address/address.tsx'
import { formatMoney } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { withdrawMessages } from './messages.ts'

const messages = withdrawMessages.byLightning

/** The recipient in a list of withdrawals: the address, or the invoice, which is never written in full. */
export function Recipient({
  address,
  lightning
}: Pick<Withdrawal['attributes'], 'address' | 'lightning'>) {
  if (lightning === null) return <Address value={address} isShort />
  return (
    <span className={layout.tight}>
      <span>{messages.name}</span>
      <Address value={address} what="invoice" isShort />
    </span>
  )
}

/** The name of a withdrawal's state. Payments by Lightning have names of their own where they differ. */
export function stateText({
  state,
  lightning
}: Pick<Withdrawal['attributes'], 'state' | 'lightning'>) {
  const own: Partial<Record<typeof state, string>> = lightning === null ? {} : messages.states
  return own[state] ?? withdrawMessages.states[state]
}

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
