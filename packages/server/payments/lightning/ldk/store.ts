import { sql } from 'kysely'
import type { Database, Tx } from '../../../db/connect.ts'

/** A change that is made in the same transaction as the node's snapshot. It is made again if the transaction is repeated. */
export type Write = (tx: Tx) => Promise<unknown>

/** The rows of one node. Only the process that started last can write. */
export type Store = {
  /** What the last commit has saved. */
  saved: SavedState
  commit: (writes: readonly Write[], state: NodeState) => Promise<void>
}
/** LDK's snapshot, and how much of the money in channels belongs to the network, in whole satoshis. */
export type NodeState = { manager: Uint8Array; holdings: bigint }
export type SavedState = {
  manager: Uint8Array | null
  monitors: readonly SavedMonitor[]
}
type SavedMonitor = { funding: string; monitor: Uint8Array; updates: readonly Uint8Array[] }

/** Takes the node for this process and reads its state. Throws when the state belongs to another seed. */
export function openStore(db: Database, publicKey: string): Promise<Store> {
  return db.transaction().execute(async tx => {
    const row = await tx
      .insertInto('lightning_node')
      .values({ public_key: publicKey, generation: 1n })
      .onConflict(conflict =>
        conflict.column('id').doUpdateSet({ generation: sql`lightning_node.generation + 1` })
      )
      .returning(['generation', 'public_key', 'manager'])
      .executeTakeFirstOrThrow()
    if (row.public_key !== publicKey)
      throw new Error(
        `The database has the channels of the Lightning node ${row.public_key}, and LIGHTNING_SEED is another one’s`
      )
    return {
      saved: { manager: row.manager, monitors: await readMonitors(tx) },
      commit: (writes, state) => commitAgain(db, row.generation, writes, state)
    }
  })
}

async function readMonitors(tx: Tx): Promise<SavedMonitor[]> {
  const monitors = await tx
    .selectFrom('lightning_monitors')
    .select(['funding', 'monitor'])
    .where('archived_at', 'is', null)
    .orderBy('funding')
    .limit(10_000)
    .execute()
  const read: SavedMonitor[] = []
  for (const { funding, monitor } of monitors) {
    const updates = await tx
      .selectFrom('lightning_monitor_updates')
      .select('content')
      .where('funding', '=', funding)
      .orderBy('update_id')
      .limit(10_000)
      .execute()
    read.push({ funding, monitor, updates: updates.map(it => it.content) })
  }
  return read
}

/** PostgreSQL's code for a transaction that it ended because two waited for each other. */
const deadlock = '40P01'
const maximumAttempts = 5

/**
 * Commits again after a deadlock. Payments of several accounts in one commit lock their accounts in the order in which they
 * came, and others lock theirs in the order of their IDs. A node whose commit fails would stop.
 */
async function commitAgain(...commitment: Parameters<typeof commit>): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      return await commit(...commitment)
    } catch (error) {
      if (attempt === maximumAttempts || (error as { code?: string }).code !== deadlock) throw error
    }
}

/** Writes everything or nothing: a snapshot that is older than a monitor would close the channel. */
function commit(
  db: Database,
  generation: bigint,
  writes: readonly Write[],
  { manager, holdings }: NodeState
): Promise<void> {
  return db.transaction().execute(async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('lightning_node')
      .set({ manager: Buffer.from(manager), holdings })
      .where('generation', '=', generation)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) throw new Error('Another process has started this Lightning node')
    for (const write of writes) await write(tx)
  })
}

/** Writes a whole monitor, which makes its earlier updates needless. */
export function writeMonitor(funding: string, monitor: Uint8Array): Write {
  return async tx => {
    const content = Buffer.from(monitor)
    await tx
      .insertInto('lightning_monitors')
      .values({ funding, monitor: content })
      .onConflict(conflict => conflict.column('funding').doUpdateSet({ monitor: content }))
      .execute()
    await tx.deleteFrom('lightning_monitor_updates').where('funding', '=', funding).execute()
  }
}

export function writeMonitorUpdate(funding: string, id: bigint, content: Uint8Array): Write {
  return tx =>
    tx
      .insertInto('lightning_monitor_updates')
      .values({ funding, update_id: id, content: Buffer.from(content) })
      .execute()
}

/** Keeps the row, because a deleted monitor could never punish or claim anything again. */
export function archiveMonitor(funding: string): Write {
  return tx =>
    tx
      .updateTable('lightning_monitors')
      .set({ archived_at: sql`clock_timestamp()` })
      .where('funding', '=', funding)
      .execute()
}

export function writeOutput(descriptor: Uint8Array, now: Date): Write {
  return tx =>
    tx
      .insertInto('lightning_outputs')
      .values({ descriptor: Buffer.from(descriptor), created_at: now })
      .onConflict(conflict => conflict.column('descriptor').doNothing())
      .execute()
}
