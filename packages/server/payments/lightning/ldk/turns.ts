import {
  type ChainMonitor,
  type ChannelManager,
  type Event,
  EventHandler,
  type PeerManager,
  ReplayEvent,
  Result_NoneReplayEventZ
} from 'lightningdevkit'
import { readHoldings } from './holdings.ts'
import type { Batch } from './persist.ts'
import type { Store, Write } from './store.ts'

/**
 * Runs a node in turns. In each, LDK's events are handled and everything that has changed is committed in one
 * transaction: monitors, rows of invoices and payments, and the snapshot that no longer has the events.
 *
 * LDK is told that the monitors are written just before the snapshot is made, so that the snapshot and they say the same:
 * LDK 0.1 cannot read a snapshot in which a payment is still being claimed. Messages and transactions that depend on
 * the commit leave only after it.
 */
export type Turns = {
  /** Runs another turn soon. */
  schedule: () => void
  /** Resolves when what LDK was told until now, and the given changes, are in the database. */
  commit: (writes: readonly Write[]) => Promise<void>
  /** The changes are announced after the next commit. */
  add: (write: Write, changed?: () => void) => void
  /** Is called after the next commit. */
  afterCommit: (action: () => void) => void
  /** Calls LDK in this turn or the next, but not while LDK calls us. */
  later: (action: (manager: ChannelManager) => void) => void
  /** Stops at once and saves nothing more; what is being committed may be saved or not. */
  stop: (error: Error) => void
  stopped: () => Error | null
  batch: () => Batch
}
type Waiting = { resolve: () => void; reject: (error: Error) => void }
export type Running = { manager: ChannelManager; chainMonitor: ChainMonitor; peers: PeerManager }

/** What the next commit has to write, and what happens after it. */
type Pending = { batch: Batch; changes: (() => void)[]; waiting: Waiting[] }

const nothing = (): Pending => ({
  batch: { writes: [], updates: [] },
  changes: [],
  waiting: []
})

/** An event for which `handle` returns false comes again in the next turn, before all later ones. */
export function createTurns(
  store: Store,
  running: () => Running,
  handle: (event: Event) => boolean,
  onStop: (reason: Error) => void
): Turns {
  let pending = nothing()
  const actions: ((manager: ChannelManager) => void)[] = []
  const handler = createHandler(handle)
  let error: Error | null = null

  function stop(reason: Error): void {
    if (error) return
    error = reason
    onStop(reason)
    for (const it of pending.waiting.splice(0)) it.reject(reason)
  }

  async function turn(): Promise<void> {
    const node = running()
    // Sends only what depends on earlier turns, which are committed.
    node.peers.process_events()
    handleEvents(node, handler, { actions, updates: pending.batch.updates })
    const isChanged = node.manager.get_and_clear_needs_persistence()
    const { batch, changes, waiting } = pending
    if (!isChanged && batch.writes.length + changes.length + waiting.length === 0) return
    const now = pending
    pending = nothing()
    const reason = await tryCommit(store, now, node)
    const failed = reason ?? error
    if (failed) for (const it of now.waiting) it.reject(failed)
    if (reason) throw reason
    if (error) return
    release(now)
    schedule()
  }

  const schedule = createScheduler(turn, stop, () => error !== null)

  function add(write: Write, changed?: () => void): void {
    pending.batch.writes.push(write)
    if (changed) pending.changes.push(changed)
  }

  return {
    schedule,
    add,
    afterCommit(action) {
      pending.changes.push(action)
      schedule()
    },
    later(action) {
      actions.push(action)
      schedule()
    },
    stop,
    commit(writes) {
      if (error) return Promise.reject(error)
      for (const write of writes) add(write)
      schedule()
      return new Promise((resolve, reject) => pending.waiting.push({ resolve, reject }))
    },
    stopped: () => error,
    batch: () => pending.batch
  }
}

/** Returns what asks for another turn. Only one runs at a time, and none after an error. */
function createScheduler(
  turn: () => Promise<void>,
  stop: (reason: Error) => void,
  isStopped: () => boolean
): () => void {
  let isRunning = false
  let isDue = false

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      while (isDue && !isStopped()) {
        isDue = false
        await turn()
      }
    } catch (reason) {
      stop(reason as Error)
    } finally {
      isRunning = false
    }
  }

  return () => {
    isDue = true
    if (!isRunning && !isStopped()) setImmediate(() => void run())
  }
}

function createHandler(handle: (event: Event) => boolean): EventHandler {
  return EventHandler.new_impl({
    handle_event(event) {
      return handle(event)
        ? Result_NoneReplayEventZ.constructor_ok()
        : Result_NoneReplayEventZ.constructor_err(ReplayEvent.constructor_new())
    }
  })
}

function handleEvents(
  { manager, chainMonitor }: Running,
  handler: EventHandler,
  { actions, updates }: { actions: ((manager: ChannelManager) => void)[] } & Pick<Batch, 'updates'>
): void {
  do {
    for (const { funding, id } of updates.splice(0))
      chainMonitor.channel_monitor_updated(funding, id)
    for (const action of actions.splice(0)) action(manager)
    manager.as_EventsProvider().process_pending_events(handler)
    chainMonitor.as_EventsProvider().process_pending_events(handler)
  } while (actions.length > 0 || updates.length > 0)
}

async function tryCommit(store: Store, now: Pending, node: Running): Promise<Error | null> {
  try {
    const holdings = readHoldings(node.chainMonitor)
    await store.commit(now.batch.writes, { manager: node.manager.write(), holdings })
    return null
  } catch (error) {
    return error as Error
  }
}

/** Sends the transactions that depended on the commit, and tells those who wait for it. */
function release({ changes, waiting }: Pending): void {
  for (const change of changes) change()
  for (const it of waiting) it.resolve()
}
