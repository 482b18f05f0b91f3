import type { PeerInfo } from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { ensureStream, waitForEnd } from './ensure-stream.ts'
import type { Missing, ReadLimits } from './event-log.ts'
import { createJetStreamConnection } from './jetstream-connection.ts'
import {
  type Place,
  publishBatch,
  readBatches,
  type Stored,
  toStored
} from './jetstream-messages.ts'
import type { StreamsClaim } from './streams-claim.ts'

/** The streams of one log. Every call rejects with EventLogUnavailable if it is not done in time. */
export type Streams = {
  /** Publishes a body and resolves with its position. */
  publish: (partition: number, body: Buffer, at: Date) => Promise<bigint>
  read: (partition: number, from: Place, limits: ReadLimits) => Promise<Stored[]>
  find: (partition: number, position: bigint) => Promise<Stored | null>
  /** Returns the positions of the first and last batch; in an empty stream, the first is higher than the last. */
  ends: (partition: number) => Promise<{ first: bigint; last: bigint }>
  /** Returns the replicas that the leader does not hear from or that are far behind. */
  missing: (partition: number) => Promise<Missing>
  /** Drops the batches before a position. */
  purge: (partition: number, before: bigint) => Promise<void>
  close: () => Promise<void>
}

type Options = {
  name: string
  partitions: number
  patienceMs: number
  /** The claim of the log's database. Without it the streams are used unchecked. */
  claim?: StreamsClaim | undefined
}

export function createStreams(url: string, options: Options): Streams {
  const { name, partitions, patienceMs, claim } = options
  const names = Array.from({ length: partitions }, (_, it) => streamOf(name, it))
  const { inTime, close } = createJetStreamConnection(
    url,
    patienceMs,
    async ({ connection, manager }, replicas, deadline) => {
      const claimed = await claim?.begin()
      const lasts = await Promise.all(
        names.map(it => ensureStream(manager, it, { replicas, claimed }))
      )
      if (!claim || !claimed) return
      const until = performance.now() + patienceMs / 2
      for (const [partition, last] of lasts.entries()) {
        const counted = claimed.counted.get(partition) ?? 0n
        if (last < counted) await waitForEnd(manager, streamOf(name, partition), { counted, until })
      }
      if (claimed.areMade) return
      const first = { body: Buffer.alloc(0), at: claimed.since, deadline }
      // If nothing was ever reported or settled, time in the log may begin anywhere.
      if (claimed.since.getTime() > 0)
        await Promise.all(names.map(it => publishBatch(connection, it, first)))
      await claim.end()
    }
  )
  return {
    publish: (partition, body, at) =>
      inTime(({ connection }, deadline) =>
        publishBatch(connection, streamOf(name, partition), { body, at, deadline })
      ),
    read: (partition, from, limits) =>
      inTime(({ connection }, deadline) =>
        readBatches(connection, streamOf(name, partition), from, limits, deadline)
      ),
    find: (partition, position) =>
      inTime(async ({ manager }) => {
        const query = { seq: Number(position) }
        const found = await manager.streams.getMessage(streamOf(name, partition), query)
        return found && toStored(found.header, position, found.time, found.data)
      }),
    ends: partition =>
      inTime(async ({ manager }) => {
        const { state } = await manager.streams.info(streamOf(name, partition))
        return { first: BigInt(state.first_seq), last: BigInt(state.last_seq) }
      }),
    missing: partition =>
      inTime(async ({ manager }) => {
        const { config, cluster } = await manager.streams.info(streamOf(name, partition))
        const others = cluster?.replicas ?? []
        const away = others.filter(isMissing)
        // The leader is running, because it answered. A replica removed from the cluster is in no list and counts as
        // missing.
        const copies = Math.max(0, config.num_replicas - 1 - others.length + away.length)
        return { copies, of: config.num_replicas, servers: away.map(it => it.name) }
      }),
    purge: (partition, before) =>
      inTime(async ({ manager }) => {
        await manager.streams.purge(streamOf(name, partition), { seq: Number(before) })
      }),
    close
  }
}

/**
 * Silence in nanoseconds, and lag in messages, from which a replica counts as missing. A healthy one is often slightly
 * behind under load and reports every second.
 */
const [longestSilence, manyBehind] = [nanos(5000), 1000]

function isMissing({ offline, current, active, lag }: PeerInfo): boolean {
  return offline || (!current && (active > longestSilence || lag > manyBehind))
}

function streamOf(name: string, partition: number): string {
  return `${name}-${partition}`
}
