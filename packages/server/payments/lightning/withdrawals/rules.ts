import { formatAmount } from '@mille/money/amount.ts'
import type { LightningConfig } from '../../../config/payments.ts'
import { type Failure, failure } from '../../../http/answers/reply.ts'
import type { DecodedInvoice, LightningNetwork } from '../lightning.ts'

/** Time in milliseconds before an invoice's expiry at which its payment is no longer started: it needs a few tries. */
const expiryMarginMs = 30_000

export function isExpiring(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - expiryMarginMs <= now.getTime()
}

export type PayableInvoice = DecodedInvoice & { amount: bigint }
export type Own = { publicKey: string; network: LightningNetwork }
type Judged = { ok: true; value: DecodedInvoice } | Failure
type Limits = Pick<LightningConfig, 'minimumWithdrawal' | 'maximumWithdrawal'>

/**
 * Says why an invoice is not paid, whatever its amount, or returns it. Checks form, network, payee and expiry, in this
 * order.
 */
export function judgeInvoice(read: DecodedInvoice | null, own: Own, now: Date): Judged {
  const at = { pointer: 'invoice' }
  if (!read) return failure('invoice_invalid', at)
  if (read.network !== own.network) return failure('invoice_wrong_network', at)
  if (read.payee === own.publicKey) return failure('invoice_of_network', at)
  if (isExpiring(read.expiresAt, now)) return failure('invoice_expired', at)
  return { ok: true, value: read }
}

/** Says why the amount of an invoice that a person gave is not paid, or returns the invoice with its amount. */
export function judgeAmountOf(
  read: DecodedInvoice,
  limits: Limits
): { ok: true; value: PayableInvoice } | Failure {
  const at = { pointer: 'invoice' }
  const { amount, isWhole } = read
  if (amount === null) return failure('invoice_without_amount', at)
  if (!isWhole)
    return failure('amount_invalid', { ...at, detail: 'The amount must be in whole satoshis.' })
  return judgeAmount(amount, limits, 'invoice') ?? { ok: true, value: { ...read, amount } }
}

/** Refuses an amount outside the network's limits. */
export function judgeAmount(
  amount: bigint,
  { minimumWithdrawal: minimum, maximumWithdrawal: maximum }: Limits,
  pointer: 'invoice' | 'amount' | 'threshold'
): Failure | null {
  if (amount < minimum) {
    const detail = `The minimum withdrawal by Lightning is ${formatAmount(minimum)} BTC.`
    return failure('amount_below_minimum', { pointer, detail })
  }
  if (amount > maximum) {
    const detail = `The maximum withdrawal by Lightning is ${formatAmount(maximum)} BTC.`
    return failure('amount_above_maximum', { pointer, detail })
  }
  return null
}
