import type { Api } from '@mille/api/client.ts'
import { isLightningAddress, trimLightning } from '@mille/api/payments/lightning-address.ts'
import { maximumRoutingFee } from '@mille/api/payments/routing-limit.ts'
import { parseAmount } from '@mille/money/amount.ts'
import { atom, computed } from 'nanostores'
import { type Guard, guardedProblem } from '../shared/guard.ts'
import type { Problem } from '../shared/problems.ts'
import { bitcoinOption } from './bitcoin-option.ts'
import { type InvoiceFacts, readInvoice } from './read-invoice.ts'
import type { WithdrawalStores } from './withdrawals.ts'

type List = Pick<WithdrawalStores, '$options' | '$lightning' | 'refresh'>
type Field = 'recipient' | 'amount'
/** Why nothing is paid, by the code of the server's error, and the field that is wrong. */
export type LightningRefusal = Problem & { field: Field }

/** State of the form that pays a Lightning invoice, or an amount to a Lightning Address, from the balance. */
export function createLightningWithdrawal(
  api: Pick<Api, 'payments'>,
  list: List,
  currency: 'btc' | 'satoshi' = 'btc'
) {
  const $text = atom('')
  /** What is typed as the amount, which only an address needs. */
  const $amountText = atom('')
  const $isAddress = computed($text, text => text.includes('@'))
  const $facts = computed($text, readInvoice)
  /** What the recipient gets, in satoshis; null while it is unknown. */
  const $amount = computed([$isAddress, $amountText, $facts], (isAddress, text, facts) =>
    isAddress ? parseAmount(text, currency) : (facts?.amount ?? null)
  )
  const $refusal = atom<LightningRefusal | null>(null)
  /** Why nothing was requested, for a reason that is not in the fields. */
  const $problem = atom<Problem | null>(null)
  const $isSending = atom(false)

  function setText(text: string) {
    $text.set(text)
    $refusal.set(null)
    $problem.set(null)
  }

  function setAmount(text: string) {
    $amountText.set(text)
    $refusal.set(null)
    $problem.set(null)
  }

  /** Requests the payment. What was typed stays unless the request was accepted. */
  async function pay(guard: Guard): Promise<boolean> {
    if ($isSending.get()) return false
    const recipient = trimLightning($text.get())
    const isAddress = $isAddress.get()
    const amount = $amount.get()
    const refused =
      (isAddress ? refuseAddress(recipient, amount) : refuseInvoice(recipient, $facts.get())) ??
      refuseAmount(amount ?? 0n, isAddress ? 'amount' : 'recipient', list)
    $refusal.set(refused)
    $problem.set(null)
    if (refused !== null) return false
    $isSending.set(true)
    const request = isAddress
      ? { address: recipient, amount: String(amount) }
      : { invoice: recipient }
    const result = await guard(() => api.payments.createLightningWithdrawal(request))
    $isSending.set(false)
    if (result.ok) {
      setText('')
      setAmount('')
      await list.refresh()
      return true
    }
    const problem = guardedProblem(result)
    const pointer = result.errors[0]?.source?.pointer
    const field = isAddress && pointer === '/data/attributes/amount' ? 'amount' : 'recipient'
    if (problem && pointer?.startsWith('/data/attributes/')) $refusal.set({ ...problem, field })
    else $problem.set(problem)
    return false
  }

  return {
    ...{ $text, $amountText, $isAddress, $facts, $amount, $refusal, $problem, $isSending },
    ...{ setText, setAmount, pay }
  }
}

/*
 * The functions below return why something cannot be paid, before the user has to confirm their identity, or null when the
 * server should check it next. Only the server knows the time, the networks and the recipients.
 */

function refusal(code: string, field: Field): LightningRefusal {
  return { code, detail: '', field }
}

function refuseAddress(address: string, amount: bigint | null): LightningRefusal | null {
  if (!isLightningAddress(address)) return refusal('lightning_address_invalid', 'recipient')
  return amount === null || amount === 0n ? refusal('amount_invalid', 'amount') : null
}

function refuseInvoice(invoice: string, facts: InvoiceFacts | null): LightningRefusal | null {
  if (invoice === '') return refusal('empty', 'recipient')
  if (facts === null) return refusal('invoice_invalid', 'recipient')
  if (facts.amount === null) return refusal('invoice_without_amount', 'recipient')
  return facts.isWhole ? null : refusal('amount_invalid', 'recipient')
}

function refuseAmount(amount: bigint, field: Field, list: List): LightningRefusal | null {
  const terms = list.$lightning.get()
  if (terms && amount < BigInt(terms.minimum)) return refusal('amount_below_minimum', field)
  if (terms && amount > BigInt(terms.maximum)) return refusal('amount_above_maximum', field)
  const option = bitcoinOption(list.$options.get())
  const most = amount + maximumRoutingFee(amount)
  if (option && most > BigInt(option.left_today)) return refusal('amount_over_limit', field)
  return option && most > BigInt(option.available) ? refusal('insufficient_funds', field) : null
}
