import type { Api } from '@mille/api/client.ts'
import type { TokenCode, Withdrawal, WithdrawalList } from '@mille/api/payments/endpoints.ts'
import { parseAmount } from '@mille/money/amount.ts'
import { atom } from 'nanostores'
import type { Guard } from '../shared/guard.ts'
import { firstProblem, noProblems, type Problem, problemsOf } from '../shared/problems.ts'
import { checkWithdrawal } from './withdrawal-check.ts'

export type WithdrawalStores = ReturnType<typeof createWithdrawalStores>
export type WithdrawalForm = { tokenCode: TokenCode | null; address: string; amount: string }

const tickMs = 1_000
/** Reads are this many ticks apart, except for a payment by Lightning that was just requested. */
const ticksApart = 3
/** Age until which a payment by Lightning is expected to be decided at any moment. */
const soonMs = 30_000

/** State of the account's withdrawals, newest first, and of the form for a new one. */
export function createWithdrawalStores(api: Pick<Api, 'payments'>, loaded: WithdrawalList) {
  const { refresh, ...list } = createList(api, loaded)
  const { $options, $problem } = list
  const $isSending = atom(false)
  const $problems = atom(noProblems)

  async function withdraw(form: WithdrawalForm, guard: Guard): Promise<boolean> {
    if (form.tokenCode === null || $isSending.get()) return false
    const input = {
      token_code: form.tokenCode,
      address: form.address.trim(),
      // An amount that cannot be read is sent as 0, which the server refuses.
      amount: parseAmount(form.amount, 'btc')?.toString() ?? '0'
    }
    const option = $options.get().find(it => it.token_code === form.tokenCode)
    const wrong = option ? checkWithdrawal(form, option) : null
    if (wrong) {
      $problems.set(wrong)
      return false
    }
    $isSending.set(true)
    const result = await guard(() => api.payments.createWithdrawal(input))
    $isSending.set(false)
    $problems.set(result.ok || result.code === 'step_up_required' ? noProblems : problemsOf(result))
    if (!result.ok) return false
    await refresh()
    return true
  }

  async function cancel(id: string): Promise<void> {
    const result = await api.payments.cancelWithdrawal({ id })
    $problem.set(result.ok ? null : firstProblem(result))
    await refresh()
  }

  return { ...list, $isSending, $problems, withdraw, cancel, refresh }
}

/** State of the list of withdrawals, which is reloaded regularly while one of them is in progress. */
function createList(api: Pick<Api, 'payments'>, loaded: WithdrawalList) {
  const $withdrawals = atom(loaded.data)
  const $options = atom(loaded.meta.options)
  const $lightning = atom(loaded.meta.lightning)
  const $records = atom(loaded.meta.pagination.records)
  const $problem = atom<Problem | null>(null)

  async function refresh(): Promise<void> {
    const read = await api.payments.listWithdrawals({
      'page[limit]': Math.min(100, Math.max(20, $withdrawals.get().length))
    })
    if (!read.ok) return
    $withdrawals.set(read.value.data)
    $options.set(read.value.meta.options)
    $lightning.set(read.value.meta.lightning)
    $records.set(read.value.meta.pagination.records)
  }

  async function loadMore(): Promise<void> {
    const read = await api.payments.listWithdrawals({ 'page[offset]': $withdrawals.get().length })
    $problem.set(read.ok ? null : firstProblem(read))
    if (!read.ok) return
    const known = new Set($withdrawals.get().map(it => it.id))
    $withdrawals.set([...$withdrawals.get(), ...read.value.data.filter(it => !known.has(it.id))])
    $records.set(read.value.meta.pagination.records)
  }

  /** Reloads the list while a withdrawal is in progress, until the returned function is called. */
  function watch(): () => void {
    let ticks = 0
    const timer = setInterval(() => {
      ticks++
      const open = $withdrawals.get().filter(isOnItsWay)
      if (open.some(isPaidSoon) || (open.length > 0 && ticks % ticksApart === 0)) void refresh()
    }, tickMs)
    return () => clearInterval(timer)
  }

  return { $withdrawals, $options, $lightning, $records, $problem, refresh, loadMore, watch }
}

function isOnItsWay({ attributes }: Withdrawal): boolean {
  return attributes.ended_at === null
}

function isPaidSoon({ attributes: { lightning, created_at: at } }: Withdrawal): boolean {
  return lightning !== null && Math.abs(Date.now() - Date.parse(at)) < soonMs
}
