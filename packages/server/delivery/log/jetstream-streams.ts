import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType
} from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import type { ReadLimits } from './event-log.ts'
import { createJetStreamConnection } from './jetstream-connection.ts'
import {
  largestMessage,
  type Place,
  publishBatch,
  readBatches,
  type Stored,
  toStored
} from './jetstream-messages.ts'
import { type Claimed, type StreamsClaim, WrongEventLog } from './streams-claim.ts'

/** The streams of one log. Everything rejects with EventLogUnavailable when it is not done in time. */
export type Streams = {
  /** Gives its position. */
  publish: (partition: number, body: Buffer, at: Date) => Promise<bigint>
  read: (partition: number, from: Place, limits: ReadLimits) => Promise<Stored[]>
  find: (partition: number, position: bigint) => Promise<Stored | null>
  /** Positions of the first and the last batch; the first is the later one where there is none. */
  ends: (partition: number) => Promise<{ first: bigint; last: bigint }>
  /** Forgets what is before a position. */
  purge: (partition: number, before: bigint) => Promise<void>
  close: () => Promise<void>
}

type Options = {
  name: string
  partitions: number
  patienceMs: number
  /** Of the database that the log belongs to; without it whoever finds the streams may use them. */
  claim?: StreamsClaim | undefined
}
/** Where a stream carries the id of its log. */
const idKey = 'mille-log'
/** A batch that is sent twice within it is stored once. */
const duplicateMs = 30_000

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
      for (const [partition, last] of lasts.entries()) {
        const counted = claimed.counted.get(partition) ?? 0n
        if (last < counted)
          throw new WrongEventLog(isShorter(streamOf(name, partition), last, counted))
      }
      if (claimed.areMade) return
      const first = { body: Buffer.alloc(0), at: claimed.since, deadline }
      // Where nothing was ever reported or settled, time may begin anywhere.
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
    purge: (partition, before) =>
      inTime(async ({ manager }) => {
        await manager.streams.purge(streamOf(name, partition), { seq: Number(before) })
      }),
    close
  }
}

function streamOf(name: string, partition: number): string {
  return `${name}-${partition}`
}

const wayOut =
  'Bring it back, or begin an empty log with: mille begin-event-log. docs/operating.md says what that means'

function isShorter(name: string, last: bigint, counted: bigint): string {
  return `leads to a stream ${name} that ends at ${last}, and it was counted up to ${counted}: it has lost its end. ${wayOut}`
}

/**
 * A stream that is full refuses what is new; it never forgets by itself. One that is there already is left as the
 * operator has made it, unless it would not keep what it promises. Gives its last position.
 */
async function ensureStream(
  { streams }: JetStreamManager,
  name: string,
  { replicas, claimed }: { replicas: number; claimed: Claimed | undefined }
): Promise<bigint> {
  const wanted = {
    name,
    subjects: [name],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    num_replicas: replicas,
    max_msg_size: largestMessage,
    duplicate_window: nanos(duplicateMs),
    allow_direct: true,
    ...(claimed && { metadata: { [idKey]: claimed.id } })
  }
  const { config, state } = await streams.info(name).catch(error => {
    const isMissing =
      error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound
    if (!isMissing) throw error
    if (!claimed?.areMade) return streams.add(wanted)
    throw new WrongEventLog(
      `leads to servers that have no stream ${name}, where a part of the event log was. ${wayOut}`
    )
  })
  for (const key of ['storage', 'retention', 'discard', 'allow_direct'] as const) {
    if (config[key] !== wanted[key])
      throw new WrongEventLog(
        `leads to a stream ${name} that has ${key} ${config[key]}, not ${wanted[key]}`
      )
  }
  if (config.num_replicas < replicas)
    throw new WrongEventLog(
      `leads to a stream ${name} that has ${config.num_replicas} replicas, not ${replicas}`
    )
  const id = config.metadata?.[idKey]
  if (claimed && id !== claimed.id) {
    const isNew = id === undefined && state.last_seq === 0 && !claimed.areMade
    if (!isNew)
      throw new WrongEventLog(
        `leads to a stream ${name} of another database: remove it, or give this one servers or an account of its own. ${wayOut}`
      )
    // The operator has made it for this log.
    await streams.update(name, { metadata: { ...config.metadata, [idKey]: claimed.id } })
  }
  return BigInt(state.last_seq)
}
