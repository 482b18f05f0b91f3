/** Records one after the other, of one node's few milliseconds. */
export type Batch = {
  /** Grows within a partition; may leave holes. */
  position: bigint
  /** When it was appended: never before an earlier position of the same partition. */
  at: Date
  body: Buffer
}

export type NewBatch = { partition: number; body: Buffer }

/** Where a partition ends: what is appended later has a later position, and is never before `at`. */
export type Head = { partition: number; position: bigint; at: Date }

export type ReadLimits = {
  batches: number
  /** Of bodies together. The first batch is given even if it alone has more. */
  bytes: number
}

/**
 * How many copies of a partition are away or behind, of the partition with the most of those, and the names of their
 * servers.
 */
export type Missing = { copies: number; of: number; servers: string[] }

/**
 * What was reported, in partitions each of which has an order. Everything that is counted is worked out from it, so it
 * loses nothing that it has acknowledged, and every reader is given the same.
 */
export type EventLog = {
  readonly partitions: number
  /**
   * Resolves with their positions when every body is durable, in their order within a partition. Rejects with
   * EventLogUnavailable if it is unknown which are; appending the same again is then safe, because a copy counts
   * nothing. `at` is the node's clock, which the caller has compared with the database's.
   */
  append: (bodies: readonly NewBatch[], at: Date) => Promise<bigint[]>
  /**
   * From now on nothing is appended before that moment, whatever clock a node has. Gives the heads: what may be before
   * the moment has a position up to theirs.
   */
  advance: (moment: Date) => Promise<Head[]>
  /** Batches after a position in their order, never skipping one that becomes visible later. */
  read: (partition: number, after: bigint, limits: ReadLimits) => Promise<Batch[]>
  /** The last position of each partition, for lag and for watermarks. */
  heads: () => Promise<Head[]>
  /** Which of the copies that it keeps of everything are missing; null for a store that keeps none. */
  missing: () => Promise<Missing | null>
  /** Forgets whole batches that were appended before a moment; some of the day of that moment may stay. */
  dropBefore: (moment: Date) => Promise<void>
  close: () => Promise<void>
}

/** The store of the log is away, slow or full. */
export class EventLogUnavailable extends Error {
  override name = 'EventLogUnavailable'
}

/** Each store takes bodies of this size with its own limits left as they are. */
export const maxBodyBytes = 512 * 1024

/** What is not durable by then is refused: the sender may ask another process, or try again later. */
export const patienceMs = 5000

/** A body that no store takes is a mistake of the caller, and no reason to try again. */
export function checkBodies(bodies: readonly NewBatch[], partitions: number): void {
  for (const { partition, body } of bodies) {
    if (!Number.isInteger(partition) || partition < 0 || partition >= partitions)
      throw new RangeError(`There is no partition ${partition} of ${partitions}`)
    if (body.length === 0 || body.length > maxBodyBytes)
      throw new RangeError(`A batch has 1 to ${maxBodyBytes} bytes, not ${body.length}`)
  }
}
