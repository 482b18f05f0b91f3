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

/** Clocks of those who append may be a minute from the database's, and so two minutes from each other. */
const clocksApartMs = 120_000
const page = { batches: 1000, bytes: 8 * 1024 * 1024 }
/** How long a replica is given to catch up. */
const [attempts, catchUpMs] = [10, 100]
const beginning = new Date(0)

/**
 * The log on a cluster of NATS servers: a stream for each partition, so that each has a leader of its own. What is
 * acknowledged is stored by most of its replicas. A power cut of all of them loses nothing only if they run with
 * `sync_interval: always`.
 */
export function createJetStreamLog(
  url: string,
  { partitions = 16, patienceMs: patience = patienceMs, name = 'mille-events', claim }: Options = {}
): EventLog {
  const streams = createStreams(url, { name, partitions, patienceMs: patience, claim })
  /** What was read last, and the moment that nothing later is before. */
  const lastRead = new Map<number, Pick<Batch, 'position' | 'at'>>()

  /**
   * A batch has the clock of its node, and its `at` is the latest of all up to it. A reader that begins in the middle
   * looks back as far as a clock may have been ahead, and so finds the same as one that has read everything.
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
          // One after the other: the second is not stored where the first was not.
          for (const body of own) positions.set(body, await streams.publish(partition, body, at))
        })
      )
      return bodies.map(({ body }) => positions.get(body) ?? 0n)
    },
    advance: moment =>
      Promise.all(
        Array.from({ length: partitions }, async (_, partition) => {
          // A batch of no records says no more than when it was appended.
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
 * A replica that was away may answer before it has caught up, and one that has lost a message must not be taken for a
 * partition that never had it: where the answer does not go on after that position, the leader says whether there is more.
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
    // A replica may still have what was forgotten.
    const known = stored.filter(it => it.position >= expected)
    if (known[0]?.position === expected) return rowOf(known)
    if (attempt === attempts)
      throw new EventLogUnavailable(
        `Partition ${partition} of the event log ends at ${last}, and ${expected} is not read from it`
      )
    await sleep(catchUpMs)
  }
}

/** Those that follow each other. Streams lose their beginning when old days are forgotten, and nothing else. */
function rowOf(stored: readonly Stored[]): Stored[] {
  const [first] = stored
  const gap = stored.findIndex(
    (it, index) => it.position !== (first?.position ?? 0n) + BigInt(index)
  )
  return gap === -1 ? [...stored] : stored.slice(0, gap)
}

/** Its moment is that of the last batch alone: what is appended later is never before it. */
async function readHead(streams: Streams, partition: number): Promise<Head> {
  const { last } = await streams.ends(partition)
  const batch = last > 0n ? await streams.find(partition, last) : null
  return { partition, position: last, at: batch?.at ?? beginning }
}

/**
 * Halves what is stored until two batches beside each other are on both sides of the moment. What is before the earlier
 * of them may have been appended by a clock that was ahead, which is why the moment is one that long before.
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
