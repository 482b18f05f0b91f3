import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType
} from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { maxBodyBytes, type ReadLimits } from './event-log.ts'
import { createJetStreamConnection } from './jetstream-connection.ts'
import {
  type Place,
  publishBatch,
  readBatches,
  type Stored,
  toStored
} from './jetstream-messages.ts'

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

type Options = { name: string; partitions: number; patienceMs: number }
/** Of the headers that a batch has. */
const headerBytes = 1024
/** A batch that is sent twice within it is stored once. */
const duplicateMs = 30_000

export function createStreams(url: string, { name, partitions, patienceMs }: Options): Streams {
  const names = Array.from({ length: partitions }, (_, it) => streamOf(name, it))
  const { inTime, close } = createJetStreamConnection(
    url,
    patienceMs,
    async (manager, replicas) => {
      await Promise.all(names.map(it => ensureStream(manager, it, replicas)))
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

/**
 * A stream that is full refuses what is new; it never forgets by itself. One that is there already is left as the
 * operator has made it, unless it would not keep what it promises.
 */
async function ensureStream(
  { streams }: JetStreamManager,
  name: string,
  replicas: number
): Promise<void> {
  const wanted = {
    name,
    subjects: [name],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    num_replicas: replicas,
    max_msg_size: maxBodyBytes + headerBytes,
    duplicate_window: nanos(duplicateMs),
    allow_direct: true
  }
  const { config } = await streams.info(name).catch(error => {
    const isMissing =
      error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound
    if (isMissing) return streams.add(wanted)
    throw error
  })
  for (const key of ['storage', 'retention', 'discard', 'allow_direct'] as const) {
    if (config[key] !== wanted[key])
      throw new Error(`The stream ${name} has ${key} ${config[key]}, not ${wanted[key]}`)
  }
  if (config.num_replicas < replicas)
    throw new Error(`The stream ${name} has ${config.num_replicas} replicas, not ${replicas}`)
}
