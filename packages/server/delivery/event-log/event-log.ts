/** A batch of consecutive records that one node gathered in a few milliseconds. */
export type Batch = {
  /** Position of the batch. It increases within a partition; there may be gaps. */
  position: bigint
  /** When the batch was appended: never before an earlier position of the same partition. */
  at: Date
  body: Buffer
}

export type NewBatch = { partition: number; body: Buffer }

/** The end of a partition: later batches have a higher position and are never before `at`. */
export type Head = { partition: number; position: bigint; at: Date }

export type ReadLimits = {
  batches: number
  /** Maximum size of all bodies together, in bytes. The first batch is returned even if it is larger. */
  bytes: number
}

/** How many copies are missing or behind, in the partition with the most of them, and the names of their servers. */
export type Missing = { copies: number; of: number; servers: string[] }

/**
 * The log of all reports, in partitions that each have an order. Everything counted is computed from it, so it loses
 * nothing that it has acknowledged, and all readers get the same.
 */
export type EventLog = {
  readonly partitions: number
  /**
   * Appends bodies in order within each partition, and resolves with their positions when all are durable. Rejects with
   * EventLogUnavailable if it is unknown which are; appending them again is then safe, because duplicates count
   * nothing. `at` is the node's clock, which the caller has compared with the database's.
   */
  append: (bodies: readonly NewBatch[], at: Date) => Promise<bigint[]>
  /**
   * Makes sure that nothing is appended before a moment, whatever clock a node has. Returns the heads: batches before
   * the moment have positions up to theirs.
   */
  advance: (moment: Date) => Promise<Head[]>
  /** Reads the batches after a position in order, and never skips one that becomes visible later. */
  read: (partition: number, after: bigint, limits: ReadLimits) => Promise<Batch[]>
  /** Returns the last position of each partition, for lag and watermarks. */
  heads: () => Promise<Head[]>
  /** Returns which copies of the log are missing; null for a store that keeps no copies. */
  missing: () => Promise<Missing | null>
  /** Drops whole batches that were appended before a moment; some of the moment's day may stay. */
  dropBefore: (moment: Date) => Promise<void>
  close: () => Promise<void>
}

/** Thrown if the log's store is unreachable, slow or full. */
export class EventLogUnavailable extends Error {
  override name = 'EventLogUnavailable'
}

/** Maximum size of a body in bytes, which each store accepts with its default limits. */
export const maxBodyBytes = 512 * 1024

/**
 * Milliseconds in which a body must be durable. After that it is refused, and the sender may try another process or
 * retry later.
 */
export const patienceMs = 5000

/** Throws a RangeError for a body that no store accepts, which is a bug of the caller and no reason to retry. */
export function checkBodies(bodies: readonly NewBatch[], partitions: number): void {
  for (const { partition, body } of bodies) {
    if (!Number.isInteger(partition) || partition < 0 || partition >= partitions)
      throw new RangeError(`There is no partition ${partition} of ${partitions}`)
    if (body.length === 0 || body.length > maxBodyBytes)
      throw new RangeError(`A batch has 1 to ${maxBodyBytes} bytes, not ${body.length}`)
  }
}
