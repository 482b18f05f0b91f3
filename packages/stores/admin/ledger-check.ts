import type { LedgerCheck } from '@mille/api/admin/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { atom, computed } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type ShownLedgerCheck = LedgerCheck['data']['attributes']

/** State of the ledger verification, a background job that continues even when no one watches. */
export function createLedgerCheckStores({ admin }: Pick<Api, 'admin'>, loaded: ShownLedgerCheck) {
  const $check = atom(loaded)
  const $isStarting = atom(false)
  const $problem = atom<Problem | null>(null)
  const $isGoing = computed($check, ({ state }) => state === 'waiting' || state === 'running')

  async function start(isFull: boolean): Promise<void> {
    if ($isStarting.get() || $isGoing.get()) return
    $isStarting.set(true)
    show(await admin.checkLedger({ is_full: isFull }))
    $isStarting.set(false)
  }

  /** Loads the job's progress. When the network fails, the last answer stays, with the reason why it is not newer. */
  async function refresh(): Promise<void> {
    show(await admin.readLedgerCheck())
  }

  function show(result: Awaited<ReturnType<typeof admin.readLedgerCheck>>): void {
    $problem.set(result.ok ? null : firstProblem(result))
    if (result.ok) $check.set(result.value.data.attributes)
  }

  return { $check, $isGoing, $isStarting, $problem, start, refresh }
}
