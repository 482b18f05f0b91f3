import type { CallResult } from '@mille/api/client.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

/** The state of an item that awaits an operator's decision. */
export type Waiting = { isDeciding: boolean; problem: Problem | null }

export const undecided: Waiting = { isDeciding: false, problem: null }

type Queue<Item> = {
  items: readonly Item[]
  /** Number of all waiting items, of which one page is loaded. */
  records: number
  idOf: (item: Item) => string
  /** Error codes that mean there is nothing left to decide, for example because another operator was faster. */
  endCodes: readonly string[]
}

/** A queue whose items leave it once any operator has decided them. A decision that did not arrive can be retried. */
export function createDecisionQueue<Item extends Waiting>(queue: Queue<Item>) {
  const { idOf, endCodes } = queue
  const $items = atom(queue.items)
  const $records = atom(queue.records)

  function replace(id: string, patch: Waiting) {
    $items.set($items.get().map(item => (idOf(item) === id ? { ...item, ...patch } : item)))
  }

  /** Sends a decision. Returns true when this decision was the one accepted. */
  async function decide(id: string, send: () => Promise<CallResult<unknown>>): Promise<boolean> {
    replace(id, { isDeciding: true, problem: null })
    const result = await send()
    if (result.ok || endCodes.includes(result.code)) {
      $items.set($items.get().filter(item => idOf(item) !== id))
      $records.set(Math.max(0, $records.get() - 1))
    } else replace(id, { isDeciding: false, problem: firstProblem(result) })
    return result.ok
  }

  return { $items, $records, decide }
}
