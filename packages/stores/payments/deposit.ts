import type { Api } from '@mille/api/client.ts'
import type { DepositAddress, DepositAddresses } from '@mille/api/payments/endpoints.ts'
import { atom, computed } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type Depositable = { id: string; type: 'user' | 'campaign' }
export type LoadedDeposit = {
  depositable: Depositable
  /** Deposit addresses; null if they could not be loaded, undefined if they were not requested yet. */
  document: DepositAddresses | null | undefined
  /** The previous choice, from the page's address. */
  currency: string | null
  paymentMethod: string | null
}
export type DepositStores = ReturnType<typeof createDepositStores>

/** Indexes of the deposit steps, from 0. */
export const depositSteps = { choice: 0, terms: 1, address: 2 } as const
/** The payment method that makes an invoice in place of an address. It has no token, and its store is its own. */
export const lightningMethod = 'lightning'
const refreshMs = 3_000

/** State of the deposit steps up to an address that can receive money, and of the payments that arrived there. */
export function createDepositStores(api: Pick<Api, 'payments'>, loaded: LoadedDeposit) {
  const { depositable } = loaded
  const known = createKnownAddresses(api, loaded)
  const chosen = createChosenToken(known, loaded)
  const { $currency, $paymentMethod, $tokenCode } = chosen
  const $step = atom<number>(depositSteps.choice)
  const $isLoading = atom(false)
  /** The text is the specified message for a failed setup. */
  const $error = atom<string | null>(loaded.document === null ? 'Initialize error' : null)
  const $problem = atom<Problem | null>(null)

  async function initialize() {
    $isLoading.set(true)
    const read = await known.read()
    $isLoading.set(false)
    $error.set(read ? null : 'Initialize error')
  }

  function select(currency: string, paymentMethod: string) {
    $currency.set(currency)
    $paymentMethod.set(paymentMethod)
  }

  function setStep(step: number) {
    $step.set(step)
  }

  /** Creates a deposit address, unless the token already has one. */
  async function createAddress(): Promise<boolean> {
    const code = $tokenCode.get()
    if (code === null || $isLoading.get()) return false
    $isLoading.set(true)
    const made = await api.payments.createDepositAddress({
      depositable_id: depositable.id,
      depositable_type: depositable.type,
      token_code: code
    })
    $isLoading.set(false)
    $problem.set(made.ok ? null : firstProblem(made))
    if (!made.ok) return false
    known.append(made.value.data)
    return true
  }

  function reset() {
    $step.set(depositSteps.choice)
    $currency.set(null)
    $paymentMethod.set(null)
    $problem.set(null)
  }

  /**
   * Checks for payments regularly until the returned function is called. When a check fails, the previous state stays
   * visible.
   */
  function watch(): () => void {
    const timer = setInterval(() => void known.read(), refreshMs)
    return () => clearInterval(timer)
  }

  const { $isLightning, $onChain } = createLightningChoice(known, chosen)
  const { $currencies, $addresses, $isReady, $lightning } = known
  return {
    ...{ $step, $currencies, $addresses, $isReady, $isLoading, $error, $problem, ...chosen },
    ...{ $isLightning, $lightning, $onChain },
    ...{ initialize, select, setStep, createAddress, reset, watch }
  }
}

/** State of the tokens that can be deposited, their conditions, and the existing addresses. */
function createKnownAddresses(
  api: Pick<Api, 'payments'>,
  { depositable, document }: LoadedDeposit
) {
  const $currencies = atom(document?.meta.currencies ?? {})
  const $addresses = atom(document?.data ?? [])
  const $required = atom(document?.meta.required_confirmations ?? {})
  const $minimums = atom(document?.meta.minimum_deposits ?? {})
  /** Limits of a deposit by Lightning; null where it is not offered. */
  const $lightning = atom(document?.meta.lightning ?? null)
  const $isReady = atom(Boolean(document))

  async function read(): Promise<boolean> {
    const { id, type } = depositable
    const answer = await api.payments.readDepositAddresses({ id, depositable_type: type })
    if (!answer.ok) return false
    $currencies.set(answer.value.meta.currencies)
    $addresses.set(answer.value.data)
    $required.set(answer.value.meta.required_confirmations)
    $minimums.set(answer.value.meta.minimum_deposits)
    $lightning.set(answer.value.meta.lightning)
    $isReady.set(true)
    return true
  }

  function append(address: DepositAddress) {
    $addresses.set([...$addresses.get().filter(it => it.id !== address.id), address])
  }

  return { $currencies, $addresses, $required, $minimums, $lightning, $isReady, read, append }
}

function createChosenToken(
  { $currencies, $addresses, $required, $minimums }: ReturnType<typeof createKnownAddresses>,
  loaded: LoadedDeposit
) {
  const $currency = atom(loaded.currency)
  const $paymentMethod = atom(loaded.paymentMethod)
  /** The first token that matches the currency and the payment method. */
  const $tokenCode = computed(
    [$currencies, $currency, $paymentMethod],
    (currencies, currency, method) =>
      currencies[currency ?? '']?.find(it => it.token_type === method)?.token_code ?? null
  )
  /** Number of confirmations that a payment in the chosen token needs. */
  const $confirmations = computed(
    [$required, $tokenCode],
    (required, code) => required[code ?? ''] ?? 0
  )
  /** Minimum payment in the chosen token that is credited, in units of 1e-8; null when there is no minimum. */
  const $minimum = computed([$minimums, $tokenCode], (minimums, code) =>
    unitsOf(minimums[code ?? ''])
  )
  const $address = computed(
    [$addresses, $tokenCode],
    (addresses, code) => addresses.find(it => it.attributes.token_code === code) ?? null
  )

  return { $currency, $paymentMethod, $tokenCode, $confirmations, $minimum, $address }
}

function createLightningChoice(
  { $addresses, $minimums, $lightning }: ReturnType<typeof createKnownAddresses>,
  { $currency, $paymentMethod }: ReturnType<typeof createChosenToken>
) {
  /** The address that can be paid in place of an invoice, with its minimum; null when there is none yet. */
  const $onChain = computed([$addresses, $minimums], (addresses, minimums) => {
    const address = addresses.find(it => it.attributes.token_code === 'BTC')
    return address ? { address, minimum: unitsOf(minimums.BTC) } : null
  })

  /** Whether an invoice is chosen, and offered. */
  const $isLightning = computed(
    [$currency, $paymentMethod, $lightning],
    (currency, method, terms) => currency === 'btc' && method === lightningMethod && terms !== null
  )

  return { $isLightning, $onChain }
}

const unitsOf = (text: string | undefined) => (text === undefined ? null : BigInt(text))
