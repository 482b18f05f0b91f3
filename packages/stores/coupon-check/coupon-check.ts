import type { Api } from '@mille/api/client.ts'
import type { Asset } from '@mille/money/amount.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type CouponEffect =
  | { kind: 'half_fee'; code: string }
  | { kind: 'promotion'; code: string; asset: Asset; amount: bigint }

export type CouponCheckState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'success'; effect: CouponEffect }
  | { status: 'error'; problem: Problem }

/** State of checking what a coupon would do before it is used. */
export function createCouponCheckStores(api: Pick<Api, 'coupons'>) {
  const $check = atom<CouponCheckState>({ status: 'idle' })
  let latest = 0

  return {
    $check,
    /** Checks a coupon code. Returns true when it can be used. */
    async check(code: string): Promise<boolean> {
      const own = ++latest
      $check.set({ status: 'loading' })
      const result = await api.coupons.checkCoupon({ coupon_code: code })
      if (own !== latest) return false
      if (!result.ok) {
        $check.set({ status: 'error', problem: firstProblem(result) })
        return false
      }
      const { effect, asset, amount } = result.value.data.attributes
      const isMoney = effect === 'promotion' && asset !== null && amount !== null
      $check.set({
        status: 'success',
        effect: isMoney
          ? { kind: 'promotion', code, asset, amount: BigInt(amount) }
          : { kind: 'half_fee', code }
      })
      return true
    },
    reset() {
      latest++
      $check.set({ status: 'idle' })
    }
  }
}
