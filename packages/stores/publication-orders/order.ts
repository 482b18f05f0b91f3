import type { Api, CallResult } from '@mille/api/client.ts'
import type { OrderState } from '@mille/api/constants.ts'
import type {
  OrderDocument,
  OrderMessage,
  OrderMessages
} from '@mille/api/marketplace/endpoints.ts'
import { atom } from 'nanostores'
import { createPagedList } from '../shared/paged-list.ts'
import { noProblems, type Problems, problemsOf } from '../shared/problems.ts'

export type OrderStores = ReturnType<typeof createOrderStores>
export type LoadedOrder = { order: OrderDocument; messages: OrderMessages }
export type OrderWork = OrderState | 'checking' | 'rating' | 'writing'

/** State of one order for one of its parties or the operator; one action runs at a time. */
export function createOrderStores(api: Api, loaded: LoadedOrder) {
  const { id } = loaded.order.data
  const $order = atom(loaded.order)
  const $work = atom<OrderWork | null>(null)
  const $problems = atom<Problems>(noProblems)
  const messages = createPagedList<OrderMessage>(loaded.messages, offset =>
    api.marketplace.listOrderMessages({ id, 'page[offset]': offset })
  )

  async function run<Value>(
    work: OrderWork,
    call: () => Promise<CallResult<Value>>,
    done: (value: Value) => void
  ): Promise<boolean> {
    if ($work.get() !== null) return false
    $work.set(work)
    const result = await call()
    $work.set(null)
    $problems.set(result.ok ? noProblems : problemsOf(result))
    if (result.ok) done(result.value)
    return result.ok
  }
  const show = (order: OrderDocument) => $order.set(order)
  const { marketplace } = api

  return {
    $order,
    $work,
    $problems,
    messages,
    clearProblems: () => $problems.set(noProblems),
    move: (state: OrderState, more: { reason?: string; proof_url?: string } = {}) =>
      run(state, () => marketplace.updateOrder({ id, state, ...more }), show),
    decide: (decision: 'uphold' | 'dismiss', reason: string) =>
      run(
        decision === 'uphold' ? 'refunded' : 'completed',
        () => marketplace.decideDispute({ id, decision, reason }),
        show
      ),
    checkProof: () => run('checking', () => marketplace.checkOrderProof({ id }), show),
    rate: (stars: number, comment: string) =>
      run('rating', () => marketplace.rateOrder({ id, stars, comment }), show),
    async write(body: string): Promise<boolean> {
      if (body.trim() === '') {
        $problems.set({ fields: { body: 'must not be empty' }, general: [] })
        return false
      }
      return run(
        'writing',
        () => marketplace.sendOrderMessage({ id, body }),
        it => messages.put(it.data)
      )
    }
  }
}
