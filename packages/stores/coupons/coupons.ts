import type { Api } from '@mille/api/client.ts'
import type { Coupon, CouponList } from '@mille/api/coupons/endpoints.ts'
import { type Asset, parseAmount } from '@mille/money/amount.ts'
import { atom } from 'nanostores'
import { firstProblem, noProblems, type Problem, problemsOf } from '../shared/problems.ts'

export type CouponStores = ReturnType<typeof createCouponStores>

/** A coupon as the operator typed it. */
export type CouponForm = {
  code: string
  effect: Coupon['attributes']['effect']
  asset: Asset
  amount: string
  /** Last day on which the coupon is valid; empty for no end. */
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

/** State of the network's coupons, newest first. */
export function createCouponStores(api: Api, loaded: { list: CouponList; now: number }) {
  const $coupons = atom(loaded.list.data)
  const $records = atom(loaded.list.meta.pagination.records)
  /**
   * Time in milliseconds since 1970 by which coupons count as ended; it is the same on the server and in the browser.
   */
  const $now = atom(loaded.now)
  const $isSaving = atom(false)
  const $problems = atom(noProblems)
  const $problem = atom<Problem | null>(null)

  /** Creates a coupon. Returns true on success; otherwise `$problems` has the problems by API field name. */
  async function create(form: CouponForm): Promise<boolean> {
    if ($isSaving.get()) return false
    $isSaving.set(true)
    const isPromotion = form.effect === 'promotion'
    const amount = parseAmount(form.amount, form.asset === 'BTC' ? 'btc' : 'usd')
    const result = await api.coupons.createCoupon({
      code: form.code,
      effect: form.effect,
      // An amount that cannot be read is sent as 0, which the server refuses.
      ...(isPromotion ? { asset: form.asset, amount: amount?.toString() ?? '0' } : {}),
      expires_at: form.expires === '' ? null : `${form.expires}T23:59:59.999Z`,
      uses_limit: form.usesLimit === '' ? null : Number(form.usesLimit),
      uses_per_account: Number(form.usesPerAccount)
    })
    $isSaving.set(false)
    $problems.set(result.ok ? noProblems : problemsOf(result))
    if (!result.ok) return false
    const { data } = result.value
    // Creating another operator's coupon again approves it, so the returned coupon may already be in the list.
    const others = $coupons.get().filter(it => it.id !== data.id)
    $records.set($records.get() + 1 - ($coupons.get().length - others.length))
    $coupons.set([data, ...others])
    return true
  }

  /** Ends the coupon now; what it has already granted is kept. */
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
