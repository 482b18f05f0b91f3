import type { Api } from '@mille/api/client.ts'
import type { AutomaticPayout, TokenCode } from '@mille/api/payments/endpoints.ts'
import { type Asset, parseAmount } from '@mille/money/amount.ts'
import { atom } from 'nanostores'
import type { Guard } from '../shared/guard.ts'
import { firstProblem, type Problem, type Problems, problemsOf } from '../shared/problems.ts'

export type AutomaticPayoutStores = ReturnType<typeof createAutomaticPayoutStores>
export type PayoutMethod = AutomaticPayout['attributes']['method']
export type AutomaticPayoutForm = {
  tokenCode: TokenCode
  method: PayoutMethod
  address: string
  threshold: string
}

/** State of automatic payouts of the account's balance; changing them requires confirming one's identity. */
export function createAutomaticPayoutStores(
  api: Pick<Api, 'payments'>,
  loaded: readonly AutomaticPayout[]
) {
  const $rules = atom(loaded)
  const $isSaving = atom(false)
  /** Problems of each form, by token code. */
  const $problems = atom<Readonly<Partial<Record<TokenCode, Problems>>>>({})

  async function save(form: AutomaticPayoutForm, guard: Guard): Promise<boolean> {
    if ($isSaving.get()) return false
    const { tokenCode, method } = form
    const address = form.address.trim()
    const threshold = parseAmount(form.threshold, 'btc')
    const fields = {
      ...(address === '' ? { address: 'must not be empty' } : {}),
      ...(threshold ? {} : { threshold: 'must be an amount, such as 0.01' })
    }
    if (address === '' || !threshold) {
      $problems.set({ [tokenCode]: { fields, general: [] } })
      return false
    }
    $isSaving.set(true)
    const input = { token_code: tokenCode, method, address, threshold: threshold.toString() }
    const result = await guard(() => api.payments.setAutomaticPayout(input))
    $isSaving.set(false)
    const isRefused = !result.ok && result.code !== 'step_up_required'
    $problems.set(isRefused ? { [tokenCode]: problemsOf(result) } : {})
    if (result.ok) $rules.set(result.value.data)
    return result.ok
  }

  /** Ends an automatic payout. Returns the problem, or null; a payout that was already off counts as success. */
  async function end(asset: Asset): Promise<Problem | null> {
    const result = await api.payments.endAutomaticPayout({ id: asset })
    if (!result.ok && result.code !== 'not_found') return firstProblem(result)
    $rules.set($rules.get().filter(it => it.id !== asset))
    return null
  }

  return { $rules, $isSaving, $problems, save, end }
}
