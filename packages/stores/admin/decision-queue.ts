import type { CallOptions, CallResult } from '@mille/api/client.ts'
import { largestPage } from '@mille/api/page-sizes.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

/** The state of an item that awaits an operator's decision. */
export type Waiting = { isDeciding: boolean; problem: Problem | null }

export const undecided: Waiting = { isDeciding: false, problem: null }

/** How long a held decision can be undone. */
export const undoMs = 8000

/**
 * How a held decision ended. `over`: another operator was faster. `failed`: it did not arrive, and the item is in the queue
 * again.
 */
export type Outcome = 'accepted' | 'undone' | 'over' | 'failed'

type Queue<Item> = {
  items: readonly Item[]
  /** Number of all waiting items, of which one page is loaded. */
  records: number
  idOf: (item: Item) => string
  /** Error codes that mean there is nothing left to decide, for example because another operator was faster. */
  endCodes: readonly string[]
  /** Loads the first items that wait; null if they could not be loaded. */
  load?: (limit: number) => Promise<{ items: readonly Item[]; records: number } | null>
}

type Send = (options: CallOptions) => Promise<CallResult<unknown>>

type Held<Item> = { id: string; item: Item; release: () => void; cancel: () => void }

/** The next page is loaded when this many items are left. */
const fewItems = 10
const pageSize = 20

/** The waiting items that are shown. The next ones are loaded when few are left. */
function createItems<Item extends Waiting>({ items, records, idOf, load }: Queue<Item>) {
  const $items = atom(items)
  const $records = atom(records)
  /** The place in the queue of every item that was ever loaded, by ID. */
  const places = new Map(items.map((item, at) => [idOf(item), at]))
  let isLoading = false
  const queue = {
    $items,
    $records,
    /** Number of decisions that are held, or sent and not answered. The server still counts these items. */
    unanswered: 0,

    replace(id: string, patch: Waiting) {
      $items.set($items.get().map(item => (idOf(item) === id ? { ...item, ...patch } : item)))
    },

    remove(id: string) {
      $items.set($items.get().filter(item => idOf(item) !== id))
      $records.set(Math.max(0, $records.get() - 1))
      void queue.refill()
    },

    /** Puts an item back at its place. */
    putBack(item: Item) {
      const place = (it: Item) => places.get(idOf(it)) ?? 0
      $items.set([...$items.get(), item].sort((a, b) => place(a) - place(b)))
      $records.set($records.get() + 1)
    },

    async refill() {
      const left = $items.get().length
      if (!load || isLoading || left > fewItems || $records.get() <= left) return
      isLoading = true
      const loaded = await load(Math.min(largestPage, left + queue.unanswered + pageSize))
      isLoading = false
      if (!loaded) return
      const added = loaded.items.filter(item => !places.has(idOf(item)))
      for (const item of added) places.set(idOf(item), places.size)
      $items.set([...$items.get(), ...added])
      $records.set(Math.max($items.get().length, loaded.records - queue.unanswered))
    }
  }
  return queue
}

/** A queue whose items leave it once any operator has decided them. A decision that did not arrive can be retried. */
export function createDecisionQueue<Item extends Waiting>(options: Queue<Item>) {
  const { idOf, endCodes } = options
  const queue = createItems(options)
  const { $items, $records, replace, remove, putBack, refill } = queue
  /** Decisions that can be undone, oldest first. */
  const $held = atom<readonly Held<Item>[]>([])

  /** Sends a decision. Returns true when this decision was the one accepted. */
  async function decide(id: string, send: () => Promise<CallResult<unknown>>): Promise<boolean> {
    replace(id, { isDeciding: true, problem: null })
    const result = await send()
    if (result.ok || endCodes.includes(result.code)) remove(id)
    else replace(id, { isDeciding: false, problem: firstProblem(result) })
    return result.ok
  }

  /**
   * Takes an item out of the queue at once, and sends the decision when it can no longer be undone. If the browser ends
   * before that, nothing was decided and the item is still in the queue.
   */
  async function hold(id: string, send: Send): Promise<Outcome> {
    const item = $items.get().find(it => idOf(it) === id)
    if (!item || item.isDeciding) return 'over'
    const {
      options: call,
      release,
      cancel
    } = createHeldCall(() => {
      $held.set($held.get().filter(it => it.id !== id))
    })
    queue.unanswered += 1
    $held.set([...$held.get(), { id, item, release, cancel }])
    remove(id)
    const result = await send(call).catch((error: unknown) => {
      if (call.signal.aborted) return null
      throw error
    })
    release()
    queue.unanswered -= 1
    if (result === null || call.signal.aborted) return 'undone'
    if (result.ok) return 'accepted'
    if (endCodes.includes(result.code)) return 'over'
    putBack({ ...item, isDeciding: false, problem: firstProblem(result) })
    return 'failed'
  }

  /** Takes back the newest held decision and returns its ID; null if there is none. */
  function undo(): string | null {
    const last = $held.get().at(-1)
    if (!last) return null
    last.cancel()
    putBack(last.item)
    return last.id
  }

  /** Sends all held decisions at once, for example because the page is being left. */
  function sendHeld() {
    for (const { release } of $held.get()) release()
  }

  return { $items, $records, $held, decide, hold, refill, undo, sendHeld }
}

/** Creates the options of a call that is sent after `undoMs` or when it is released, unless it is canceled before. */
function createHeldCall(onEnd: () => void) {
  const stop = new AbortController()
  let open = () => {}
  const after = new Promise<void>(resolve => {
    open = resolve
  })
  function release() {
    clearTimeout(timer)
    onEnd()
    open()
  }
  const timer = setTimeout(release, undoMs)
  return {
    options: { after, signal: stop.signal },
    release,
    cancel() {
      stop.abort()
      release()
    }
  }
}
