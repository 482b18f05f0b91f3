import { setTimeout as sleep } from 'node:timers/promises'
import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType
} from '@nats-io/jetstream'
import { connect, type NatsConnection, nanos } from '@nats-io/transport-node'
import { EventLogUnavailable, maxBodyBytes, type ReadLimits } from './event-log.ts'
import {
  type Place,
  publishBatch,
  readBatches,
  type Stored,
  toStored
} from './jetstream-messages.ts'

/** The streams of one log. Everything rejects with EventLogUnavailable when it is not done in time. */
export type Streams = {
  publish: (partition: number, body: Buffer, at: Date) => Promise<void>
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

type Server = { connection: NatsConnection; manager: JetStreamManager }

/** It goes on for as long as there is no server, so that one that comes later is found. */
const patient = {
  waitOnFirstConnect: true,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 250,
  reconnectJitter: 100,
  timeout: 2000,
  // A server that says nothing is left for another one while a report can still wait.
  pingInterval: 1000,
  maxPingOut: 2
}
const closeMs = 100

export function createStreams(url: string, { name, partitions, patienceMs }: Options): Streams {
  const options = readUrl(url)
  let connecting: Promise<NatsConnection> | null = null
  let ready: Promise<Server> | null = null
  let isClosed = false

  async function open(): Promise<Server> {
    connecting ??= connect({ ...options, ...patient }).catch(error => {
      connecting = null
      throw error
    })
    const connection = await connecting
    const manager = await jetstreamManager(connection, { checkAPI: false, timeout: patienceMs })
    const replicas = options.servers.length >= 3 ? 3 : 1
    const names = Array.from({ length: partitions }, (_, it) => streamOf(name, it))
    await Promise.all(names.map(it => ensureStream(manager, it, replicas)))
    return { connection, manager }
  }

  /** What a server could not do when it was asked first is asked again. */
  function server(): Promise<Server> {
    ready ??= open().catch(error => {
      ready = null
      throw error
    })
    return ready
  }

  async function inTime<Result>(run: (it: Server, deadline: number) => Promise<Result>) {
    const deadline = performance.now() + patienceMs
    const end = new AbortController()
    const late = sleep(patienceMs, null, { signal: end.signal }).then(() => {
      throw new Error('no answer in time')
    })
    late.catch(() => {})
    try {
      if (isClosed) throw new Error('it is closed')
      return await Promise.race([server().then(it => run(it, deadline)), late])
    } catch (error) {
      throw new EventLogUnavailable('The event log cannot be reached', { cause: error })
    } finally {
      end.abort()
    }
  }

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
    async close() {
      isClosed = true
      // A first connection that never comes about cannot be closed: it ends with the process.
      const closing = connecting?.then(it => it.close()).catch(() => {})
      await Promise.race([closing, sleep(closeMs)])
    }
  }
}

/** A name and a password, or a token alone, may be in the first address. */
function readUrl(url: string) {
  const all = url.split(',').map(it => new URL(it.includes('://') ? it : `nats://${it}`))
  const { protocol = '', username = '', password = '' } = all[0] ?? {}
  const user = decodeURIComponent(username)
  return {
    servers: all.map(it => `${it.hostname}:${it.port || 4222}`),
    ...(protocol === 'tls:' && { tls: {} }),
    ...(user !== '' &&
      (password === '' ? { token: user } : { user, pass: decodeURIComponent(password) }))
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
