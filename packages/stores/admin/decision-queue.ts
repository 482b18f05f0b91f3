import type { CallResult } from '@mille/api/client.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

/** What waits for an operator's decision. */
export type Waiting = { isDeciding: boolean; problem: Problem | null }

export const undecided: Waiting = { isDeciding: false, problem: null }

type Queue<Item> = {
  items: readonly Item[]
  /** How many wait in all; a page of them is loaded. */
  records: number
  idOf: (item: Item) => string
  /** Codes that say that there is nothing left to decide, as when another operator was faster. */
  endCodes: readonly string[]
}

/** A queue whose items leave it once they are decided, by whomever; a decision that did not arrive can be made again. */
export function createDecisionQueue<Item extends Waiting>(queue: Queue<Item>) {
  const { idOf, endCodes } = queue
  const $items = atom(queue.items)
  const $records = atom(queue.records)

  function replace(id: string, patch: Waiting) {
    $items.set($items.get().map(item => (idOf(item) === id ? { ...item, ...patch } : item)))
  }

  /** Whether the decision is this one. */
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
