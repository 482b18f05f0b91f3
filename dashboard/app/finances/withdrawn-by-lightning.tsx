import type { Withdrawal } from '@mille/api/payments/endpoints.ts'
import { Address } from '@mille/ui/address/address.tsx'
import layout from '../page/layout.module.css'
import { withdrawMessages } from './messages.ts'

const messages = withdrawMessages.byLightning

/** The recipient in a list of withdrawals: the address, the Lightning Address, or the invoice, which is never written in full. */
export function Recipient({
  address,
  lightning
}: Pick<Withdrawal['attributes'], 'address' | 'lightning'>) {
  if (lightning === null) return <Address value={address} isShort />
  return (
    <span className={layout.tight}>
      <span>{messages.name}</span>
      {lightning.address === null ? (
        <Address value={address} what="invoice" isShort />
      ) : (
        <bdi dir="ltr" className={layout.words}>
          {lightning.address}
        </bdi>
      )}
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
