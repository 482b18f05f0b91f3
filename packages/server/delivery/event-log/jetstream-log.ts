import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Batch,
  checkBodies,
  type EventLog,
  EventLogUnavailable,
  type Head,
  type Missing,
  type NewBatch,
  patienceMs,
  type ReadLimits
} from './event-log.ts'
import type { Place, Stored } from './jetstream-messages.ts'
import { createStreams, type Streams } from './jetstream-streams.ts'
import type { StreamsClaim } from './streams-claim.ts'

type Options = { partitions?: number; patienceMs?: number; name?: string; claim?: StreamsClaim }

/** Maximum difference between the clocks of two nodes, in milliseconds: each may be a minute from the database's. */
const clocksApartMs = 120_000
const page = { batches: 1000, bytes: 8 * 1024 * 1024 }
/** Number of attempts, and milliseconds between them, for a replica to catch up. */
const [attempts, catchUpMs] = [10, 100]
const beginning = new Date(0)

/**
 * Creates the log on a cluster of NATS servers: one stream per partition, each with its own leader. An acknowledged
 * batch is stored by a majority of the replicas. If all of them lose power, nothing is lost only with `sync_interval:
 * always`.
 */
export function createJetStreamLog(
  url: string,
  { partitions = 16, patienceMs: patience = patienceMs, name = 'mille-events', claim }: Options = {}
): EventLog {
  const streams = createStreams(url, { name, partitions, patienceMs: patience, claim })
  /** For each partition, the last batch read, and the time that later batches are never before. */
  const lastRead = new Map<number, Pick<Batch, 'position' | 'at'>>()

  /**
   * Returns the latest time of all batches up to a position, which is the `at` of a batch. A reader that begins in the
   * middle looks back as far as a node's clock may have been ahead, and so gets the same result as from the beginning.
   */
  async function latestUpTo(partition: number, position: bigint): Promise<Date> {
    const last = lastRead.get(partition)
    if (last?.position === position) return last.at
    const found = position > 0n ? await streams.find(partition, position) : null
    if (!found) return beginning
    let latest = found.at
    let from: Place = { time: new Date(found.storedAt.getTime() - clocksApartMs) }
    for (;;) {
      const before = await streams.read(partition, from, page)
      for (const it of before) if (it.position < position) latest = later(latest, it.at)
      const end = before.at(-1)?.position
      if (end === undefined || end >= position) return latest
      from = { position: end + 1n }
    }
  }

  return {
    partitions,
    async append(bodies, at) {
      checkBodies(bodies, partitions)
      const positions = new Map<Buffer, bigint>()
      await Promise.all(
        byPartition(bodies).map(async ([partition, own]) => {
          // Bodies are sent in sequence, so that the second is never stored without the first.
          for (const body of own) positions.set(body, await streams.publish(partition, body, at))
        })
      )
      return bodies.map(({ body }) => positions.get(body) ?? 0n)
    },
    advance: moment =>
      Promise.all(
        Array.from({ length: partitions }, async (_, partition) => {
          // A batch without records only tells the time at which it was appended.
          const position = await streams.publish(partition, Buffer.alloc(0), moment)
          return { partition, position, at: moment }
        })
      ),
    async read(partition, after, limits) {
      let latest = await latestUpTo(partition, after)
      const stored = await readNext(streams, partition, after, limits)
      const batches = stored.map(({ position, at, body }) => {
        latest = later(latest, at)
        return { position, at: latest, body }
      })
      const last = batches.at(-1)
      if (last) lastRead.set(partition, { position: last.position, at: last.at })
      return batches
    },
    heads: () => Promise.all(Array.from({ length: partitions }, (_, it) => readHead(streams, it))),
    missing: () => mostMissing(streams, partitions),
    async dropBefore(moment) {
      for (let partition = 0; partition < partitions; partition++)
        await dropOne(streams, partition, moment.getTime() - clocksApartMs)
      lastRead.clear()
    },
    close: () => streams.close()
  }
}

/**
 * Reads the next batches. A replica that was down may answer before it has caught up, and its lost messages must not be
 * taken for the end: if the answer does not continue at the position, the leader is asked whether there is more.
 */
async function readNext(
  streams: Streams,
  partition: number,
  after: bigint,
  limits: ReadLimits
): Promise<Stored[]> {
  for (let attempt = 1; ; attempt++) {
    const stored = await streams.read(partition, { position: after + 1n }, limits)
    if (stored[0]?.position === after + 1n) return rowOf(stored)
    const { first, last } = await streams.ends(partition)
    const expected = after < first ? first : after + 1n
    if (expected > last) return []
    // A replica may still have batches that were already dropped.
    const known = stored.filter(it => it.position >= expected)
    if (known[0]?.position === expected) return rowOf(known)
    if (attempt === attempts)
      throw new EventLogUnavailable(
        `Partition ${partition} of the event log ends at ${last}, and ${expected} is not read from it`
      )
    await sleep(catchUpMs)
  }
}

/**
 * Returns the batches that follow each other without a gap. A stream only loses batches at its beginning, when old days
 * are dropped.
 */
function rowOf(stored: readonly Stored[]): Stored[] {
  const [first] = stored
  const gap = stored.findIndex(
    (it, index) => it.position !== (first?.position ?? 0n) + BigInt(index)
  )
  return gap === -1 ? [...stored] : stored.slice(0, gap)
}

/** Returns the end of a partition. Its time is that of the last batch alone, and later batches are never before it. */
async function readHead(streams: Streams, partition: number): Promise<Head> {
  const { last } = await streams.ends(partition)
  const batch = last > 0n ? await streams.find(partition, last) : null
  return { partition, position: last, at: batch?.at ?? beginning }
}

/**
 * Drops the batches before a moment, found by binary search for two adjacent batches on both sides of it. Earlier ones
 * may have been appended by a clock that was ahead, so the moment passed in is earlier by that difference.
 */
async function dropOne(streams: Streams, partition: number, momentMs: number): Promise<void> {
  const { first, last } = await streams.ends(partition)
  let [from, to] = [first > 0n ? first : 1n, last + 1n]
  while (from < to) {
    const middle = (from + to) / 2n
    const batch = await streams.find(partition, middle)
    if (!batch || batch.at.getTime() < momentMs) from = middle + 1n
    else to = middle
  }
  if (from > first && last > 0n) await streams.purge(partition, from)
}

async function mostMissing(streams: Streams, partitions: number): Promise<Missing> {
  const all = await Promise.all(
    Array.from({ length: partitions }, (_, partition) => streams.missing(partition))
  )
  return {
    copies: Math.max(...all.map(it => it.copies)),
    of: Math.max(...all.map(it => it.of)),
    servers: [...new Set(all.flatMap(it => it.servers))].sort()
  }
}

function byPartition(bodies: readonly NewBatch[]): [number, Buffer[]][] {
  const groups = new Map<number, Buffer[]>()
  for (const { partition, body } of bodies) {
    const group = groups.get(partition)
    if (group) group.push(body)
    else groups.set(partition, [body])
  }
  return [...groups]
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other
}
