import type { Api } from '@mille/api/client.ts'
import type { Coupon, CouponList } from '@mille/api/coupons/endpoints.ts'
import { type Asset, parseAmount } from '@mille/money/amount.ts'
import { atom } from 'nanostores'
import { firstProblem, noProblems, type Problem, problemsOf } from '../shared/problems.ts'

export type CouponStores = ReturnType<typeof createCouponStores>

/** As the operator typed it. */
export type CouponForm = {
  code: string
  effect: Coupon['attributes']['effect']
  asset: Asset
  amount: string
  /** A day, included; empty for no end. */
  expires: string
  usesLimit: string
  usesPerAccount: string
}

export const emptyCoupon: CouponForm = {
  code: '',
  effect: 'half_fee',
  asset: 'BTC',
  amount: '',
  expires: '',
  usesLimit: '',
  usesPerAccount: '1'
}

/** The coupons of the network, newest first. */
export function createCouponStores(api: Api, loaded: { list: CouponList; now: number }) {
  const $coupons = atom(loaded.list.data)
  const $records = atom(loaded.list.meta.pagination.records)
  /** Milliseconds since 1970, by which coupons have ended; the same on the server and in the browser. */
  const $now = atom(loaded.now)
  const $isSaving = atom(false)
  const $problems = atom(noProblems)
  const $problem = atom<Problem | null>(null)

  /** Returns true if it was created. Problems are in `$problems`, by the names in the contract. */
  async function create(form: CouponForm): Promise<boolean> {
    if ($isSaving.get()) return false
    $isSaving.set(true)
    const isPromotion = form.effect === 'promotion'
    const amount = parseAmount(form.amount, form.asset === 'BTC' ? 'btc' : 'usd')
    const result = await api.coupons.createCoupon({
      code: form.code,
      effect: form.effect,
      // What cannot be read is refused by the server like every other amount that is none.
      ...(isPromotion ? { asset: form.asset, amount: amount?.toString() ?? '0' } : {}),
      expires_at: form.expires === '' ? null : `${form.expires}T23:59:59.999Z`,
      uses_limit: form.usesLimit === '' ? null : Number(form.usesLimit),
      uses_per_account: Number(form.usesPerAccount)
    })
    $isSaving.set(false)
    $problems.set(result.ok ? noProblems : problemsOf(result))
    if (!result.ok) return false
    const { data } = result.value
    // Another operator's coupon that was created again is that coupon, approved.
    const others = $coupons.get().filter(it => it.id !== data.id)
    $records.set($records.get() + 1 - ($coupons.get().length - others.length))
    $coupons.set([data, ...others])
    return true
  }

  /** Ends the coupon from now on; what it has given is kept. */
  async function expire(id: string) {
    const now = Date.now()
    const result = await api.coupons.updateCoupon({ id, expires_at: new Date(now).toISOString() })
    $problem.set(result.ok ? null : firstProblem(result))
    if (!result.ok) return
    $now.set(now)
    const { data } = result.value
    $coupons.set($coupons.get().map(it => (it.id === id ? data : it)))
  }

  async function loadMore() {
    const result = await api.coupons.listCoupons({ 'page[offset]': $coupons.get().length })
    $problem.set(result.ok ? null : firstProblem(result))
    if (!result.ok) return
    const known = new Set($coupons.get().map(it => it.id))
    $coupons.set([...$coupons.get(), ...result.value.data.filter(it => !known.has(it.id))])
    $records.set(result.value.meta.pagination.records)
  }

  return { $coupons, $records, $now, $isSaving, $problems, $problem, create, expire, loadMore }
}
