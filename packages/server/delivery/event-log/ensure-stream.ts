import { setTimeout as sleep } from 'node:timers/promises'
import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType
} from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { largestMessage } from './jetstream-messages.ts'
import { type Claimed, WrongEventLog } from './streams-claim.ts'

/** Key of the stream's metadata that holds the ID of its log. */
const idKey = 'mille-log'
/** Milliseconds within which a batch sent twice is stored once. */
const duplicateMs = 30_000
/** Interval at which a starting stream is checked, in milliseconds. */
const startMs = 200

const wayOut =
  'Bring it back, or begin an empty log with: mille begin-event-log. docs/operating/scale.md says what that means'

/**
 * Creates the stream if needed and returns its last position. A full stream refuses new records and never drops old
 * ones by itself. An existing stream keeps the operator's settings, unless they would break these guarantees.
 */
export async function ensureStream(
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
    // The operator created this empty stream for this log.
    await streams.update(name, { metadata: { ...config.metadata, [idKey]: claimed.id } })
  }
  return BigInt(state.last_seq)
}

/**
 * Waits until a stream has the position up to which it was counted: after a restart, a server needs a moment to load
 * it.
 */
export async function waitForEnd(
  { streams }: JetStreamManager,
  name: string,
  { counted, until }: { counted: bigint; until: number }
): Promise<void> {
  for (;;) {
    const { state } = await streams.info(name)
    if (BigInt(state.last_seq) >= counted) return
    if (performance.now() > until)
      throw new WrongEventLog(
        `leads to a stream ${name} that ends at ${state.last_seq}, and it was counted up to ${counted}: it has lost its end. ${wayOut}`
      )
    await sleep(startMs)
  }
}
