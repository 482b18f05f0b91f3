import type { Api } from '@mille/api/client.ts'
import { maximumRoutingFee } from '@mille/api/payments/routing-limit.ts'
import { atom, computed } from 'nanostores'
import { type Guard, guardedProblem } from '../shared/guard.ts'
import type { Problem } from '../shared/problems.ts'
import { bitcoinOption } from './bitcoin-option.ts'
import { type InvoiceFacts, readInvoice, trimInvoice } from './read-invoice.ts'
import type { WithdrawalStores } from './withdrawals.ts'

type List = Pick<WithdrawalStores, '$options' | '$lightning' | 'refresh'>

/** State of the form that pays a Lightning invoice from the balance. */
export function createLightningWithdrawal(api: Pick<Api, 'payments'>, list: List) {
  const $text = atom('')
  const $facts = computed($text, readInvoice)
  /** Why the invoice cannot be paid, by the code of the server's error. It belongs to the field. */
  const $refusal = atom<Problem | null>(null)
  /** Why nothing was requested, for a reason that is not in the invoice. */
  const $problem = atom<Problem | null>(null)
  const $isSending = atom(false)

  function setText(text: string) {
    $text.set(text)
    $refusal.set(null)
    $problem.set(null)
  }

  /** Requests the payment of the invoice. What was typed stays unless the request was accepted. */
  async function pay(guard: Guard): Promise<boolean> {
    if ($isSending.get()) return false
    const invoice = trimInvoice($text.get())
    const code = refusalOf(invoice, $facts.get(), list)
    $refusal.set(code === null ? null : { code, detail: '' })
    $problem.set(null)
    if (code !== null) return false
    $isSending.set(true)
    const result = await guard(() => api.payments.createLightningWithdrawal({ invoice }))
    $isSending.set(false)
    if (result.ok) {
      setText('')
      await list.refresh()
      return true
    }
    const isOfField = result.errors[0]?.source?.pointer?.startsWith('/data/attributes/') === true
    const shown = isOfField ? $refusal : $problem
    shown.set(guardedProblem(result))
    return false
  }

  return { $text, $facts, $refusal, $problem, $isSending, setText, pay }
}

/**
 * Returns why an invoice cannot be paid, before the user has to confirm their identity, or null when the server should
 * check it next. Only the server knows the time, the networks and the recipients.
 */
function refusalOf(invoice: string, facts: InvoiceFacts | null, list: List): string | null {
  if (invoice === '') return 'empty'
  if (facts === null) return 'invoice_invalid'
  const { amount, isWhole } = facts
  if (amount === null) return 'invoice_without_amount'
  if (!isWhole) return 'amount_invalid'
  const terms = list.$lightning.get()
  if (terms && amount < BigInt(terms.minimum)) return 'amount_below_minimum'
  if (terms && amount > BigInt(terms.maximum)) return 'amount_above_maximum'
  const option = bitcoinOption(list.$options.get())
  const most = amount + maximumRoutingFee(amount)
  if (option && most > BigInt(option.left_today)) return 'amount_over_limit'
  return option && most > BigInt(option.available) ? 'insufficient_funds' : null
}
