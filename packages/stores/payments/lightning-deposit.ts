import type { Api } from '@mille/api/client.ts'
import type { LightningDeposit, LightningTerms } from '@mille/api/payments/endpoints.ts'
import { amountText, formatAmount, parseAmount } from '@mille/money/amount.ts'
import { atom, computed } from 'nanostores'
import { firstProblem, noProblems, type Problem, problemsOf } from '../shared/problems.ts'
import { withAmount } from './campaign-deposit.ts'
import type { Depositable } from './deposit.ts'

export type LoadedLightning = {
  depositable: Depositable
  terms: LightningTerms
  /** The unit in which the amount is typed. */
  currency: 'btc' | 'satoshi'
  /** The amount that the field begins with, in satoshis. */
  amount?: bigint | undefined
}
export type LightningStores = ReturnType<typeof createLightningStores>
/** `expiring` in the last minutes, and `checking` when the time is over until the server says how the invoice ended. */
export type InvoicePhase = 'open' | 'expiring' | 'checking' | 'expired' | 'paid'

const tickMs = 1_000
/** Time between two reads. A payment can still be credited after the invoice has expired, which needs no haste. */
const readEveryMs = { open: 2_000, over: 10_000 } as const
const expiringSeconds = 300
const shownInvoices = 20

/** State of a deposit by Lightning: the amount, the invoice with its time and payment, and the account's invoices. */
export function createLightningStores(
  api: Pick<Api, 'payments'>,
  loaded: LoadedLightning,
  now: () => number = Date.now
) {
  const { depositable, terms, currency, amount: first } = loaded
  const $text = atom(first === undefined ? '' : amountText(first, currency))
  const $problems = atom(noProblems)
  const $isMaking = atom(false)
  const shown = createShownInvoice(api, now)
  const list = createInvoiceList(api, depositable)

  function setText(text: string) {
    $text.set(text)
    $problems.set(noProblems)
  }

  /** Makes an invoice for the typed amount and shows it. Returns its ID, or null when there is none. */
  async function make(): Promise<string | null> {
    if ($isMaking.get()) return null
    const amount = parseAmount($text.get(), currency)
    const wrong = amountProblem(amount, terms, currency)
    if (wrong !== null) {
      $problems.set({ fields: { amount: wrong }, general: [] })
      return null
    }
    $isMaking.set(true)
    const made = await api.payments.createLightningDeposit({
      depositable_id: depositable.id,
      depositable_type: depositable.type,
      amount: String(amount)
    })
    $isMaking.set(false)
    $problems.set(made.ok ? noProblems : problemsOf(made))
    if (!made.ok) return null
    shown.show(made.value.data)
    return made.value.data.id
  }

  /** Makes another invoice for the amount of the one that is shown, which stays until there is another. */
  async function renew(): Promise<string | null> {
    const before = shown.$deposit.get()
    if (before) $text.set(amountText(BigInt(before.attributes.amount), currency))
    return make()
  }

  /**
   * Counts down and looks for the payment until the returned function is called. Reads at once after the tab was in the
   * background, where browsers slow timers down.
   */
  function watch(): () => void {
    shown.tick()
    const timer = setInterval(shown.tick, tickMs)
    return () => clearInterval(timer)
  }

  const { $deposit, $secondsLeft, $phase, $isOffline, $isMissing, open, leave } = shown
  return {
    ...{ $text, $problems, $isMaking, $deposit, $secondsLeft, $phase, $isOffline, $isMissing },
    ...{ $invoices: list.$invoices, $listProblem: list.$problem, readInvoices: list.read },
    ...{ setText, make, renew, open, leave, watch }
  }
}

type Unit = LoadedLightning['currency']

function amountProblem(
  amount: bigint | null,
  { minimum, maximum }: LightningTerms,
  unit: Unit
): string | null {
  if (amount === null || amount === 0n)
    return `must be an amount, such as ${amountText(10_000n, unit)}`
  if (amount < BigInt(minimum)) return `The minimum is ${limitText(minimum, unit)}`
  if (amount > BigInt(maximum)) return `The maximum is ${limitText(maximum, unit)}`
  return null
}

/** Returns a limit of an invoice's amount in the unit in which amounts are typed. */
export function limitText(units: string, unit: Unit): string {
  return unit === 'satoshi' ? `${units} sats` : `${formatAmount(BigInt(units))} BTC`
}

/** State of the invoice that is shown. Its ID is kept when it cannot be read, so that it appears once that works. */
function createShownInvoice(api: Pick<Api, 'payments'>, now: () => number) {
  const $id = atom<string | null>(null)
  const $deposit = atom<LightningDeposit | null>(null)
  const $now = atom(now())
  const $isOffline = atom(false)
  /** The account has no invoice with this ID. */
  const $isMissing = atom(false)
  let readAt = Number.NEGATIVE_INFINITY
  let isReading = false

  const $secondsLeft = computed([$deposit, $now], (deposit, at) => secondsLeft(deposit, at))
  const $phase = computed([$deposit, $secondsLeft, $isOffline], (deposit, seconds, isOffline) =>
    phaseOf(deposit, seconds, isOffline)
  )

  function show(deposit: LightningDeposit) {
    $now.set(now())
    $id.set(deposit.id)
    $deposit.set(deposit)
    $isMissing.set(false)
    $isOffline.set(false)
    readAt = now()
  }

  /** Shows no invoice. It can still be paid, and is in the list. */
  function leave() {
    $id.set(null)
    $deposit.set(null)
    $isMissing.set(false)
    $isOffline.set(false)
  }

  /** Shows the invoice with the ID as soon as it has been read. */
  async function open(id: string): Promise<void> {
    if ($id.get() !== id) leave()
    $id.set(id)
    await read()
  }

  async function read(): Promise<void> {
    const id = $id.get()
    if (id === null || isReading) return
    isReading = true
    const answer = await api.payments.listLightningDeposits({ 'filter[id]': id, 'page[limit]': 1 })
    isReading = false
    readAt = now()
    // Another invoice was opened in the meantime.
    if ($id.get() !== id) return
    $isOffline.set(!answer.ok)
    if (!answer.ok) return
    const [deposit] = answer.value.data
    $isMissing.set(!deposit)
    // A paid invoice stays paid, whatever an answer says that was late.
    if (deposit && $deposit.get()?.attributes.state !== 'credited') $deposit.set(deposit)
  }

  /** Shows the time of the reader's clock, and reads the invoice when that is due. */
  function tick() {
    $now.set(now())
    const phase = $phase.get()
    if (phase === 'paid' || $isMissing.get()) return
    const everyMs = phase === 'expired' && !$isOffline.get() ? readEveryMs.over : readEveryMs.open
    if (now() - readAt >= everyMs) void read()
  }

  return { $deposit, $secondsLeft, $phase, $isOffline, $isMissing, show, leave, open, tick }
}

/** Returns the time left by the reader's clock, but never more than the invoice had in all. */
function secondsLeft(deposit: LightningDeposit | null, at: number): number {
  if (!deposit) return 0
  const [from, to] = [deposit.attributes.created_at, deposit.attributes.expires_at].map(Date.parse)
  const left = Math.min((to ?? 0) - at, (to ?? 0) - (from ?? 0))
  return Math.max(0, Math.ceil(left / 1_000))
}

/** Only the server knows whether an invoice has expired; without it, the reader's clock has to do. */
function phaseOf(
  deposit: LightningDeposit | null,
  seconds: number,
  isOffline: boolean
): InvoicePhase | null {
  if (!deposit) return null
  const { state } = deposit.attributes
  if (state === 'credited') return 'paid'
  if (state === 'expired') return 'expired'
  if (seconds === 0) return isOffline ? 'expired' : 'checking'
  return seconds <= expiringSeconds ? 'expiring' : 'open'
}

/** State of the newest invoices of the account or of the campaign. */
function createInvoiceList(api: Pick<Api, 'payments'>, { id, type }: Depositable) {
  const $invoices = atom<readonly LightningDeposit[]>([])
  const $problem = atom<Problem | null>(null)

  async function read(): Promise<void> {
    const answer = await api.payments.listLightningDeposits({ 'page[limit]': shownInvoices })
    $problem.set(answer.ok ? null : firstProblem(answer))
    if (!answer.ok) return
    $invoices.set(
      answer.value.data.filter(
        ({ attributes: it }) => it.depositable_type === type && it.depositable_id === id
      )
    )
  }

  return { $invoices, $problem, read }
}

type OnChain = { uri: string; minimum: bigint | null }

/**
 * Returns the content of an invoice's QR code. It is upper case, which makes the code smaller. With an address on the
 * chain it is a BIP 21 link that wallets without Lightning can pay too, unless the amount is too small to be credited.
 */
export function invoiceCode(
  { invoice, amount }: Pick<LightningDeposit['attributes'], 'invoice' | 'amount'>,
  onChain: OnChain | null
): string {
  const upper = invoice.toUpperCase()
  if (!isUnified(amount, onChain)) return `LIGHTNING:${upper}`
  return `${withAmount(onChain.uri, BigInt(amount))}&lightning=${upper}`
}

/** Whether the code of an invoice can also be paid on the chain. */
export function isUnified(amount: string, onChain: OnChain | null): onChain is OnChain {
  return onChain?.uri.startsWith('bitcoin:') === true && BigInt(amount) >= (onChain.minimum ?? 0n)
}

/** How what was credited differs from what the invoice asked for, in satoshis; 0 when it is the same. */
export function paidAbove({ amount, credited }: LightningDeposit['attributes']): bigint {
  return credited === null ? 0n : BigInt(credited) - BigInt(amount)
}

/** Whether the payment was credited after the invoice had expired. */
export function isPaidLate({ credited_at: at, expires_at: end }: LightningDeposit['attributes']) {
  return at !== null && Date.parse(at) > Date.parse(end)
}
