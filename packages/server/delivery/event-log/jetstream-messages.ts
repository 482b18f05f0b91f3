import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { errors, headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node'
import { maxBodyBytes, type ReadLimits } from './event-log.ts'

/** A batch as stored in a stream, with the time of the node that appended it and of the server that stored it. */
export type Stored = { position: bigint; at: Date; storedAt: Date; body: Buffer }
export type Place = { position: bigint } | { time: Date }

const atHeader = 'Mille-At'
/** Maximum size of a message in bytes: a body and its headers. */
export const largestMessage = maxBodyBytes + 1024
/**
 * Milliseconds after which an unanswered message is sent again, to be stored once: a leader that was killed never
 * answers.
 */
const attemptMs = 1000
const electionMs = 100

/** Thrown if a server was reached and answered with an error. */
export class ServerRefusal extends Error {
  override name = 'ServerRefusal'
}

type New = { body: Buffer; at: Date; deadline: number }

/**
 * Publishes a batch and resolves with its position when the servers have stored it. The subject is the stream's name.
 * It ends shortly before the deadline and rejects with the servers' last answer, even if the last attempt was too short
 * for one.
 */
export async function publishBatch(
  connection: NatsConnection,
  stream: string,
  { body, at, deadline }: New
): Promise<bigint> {
  const own = headers()
  own.set(atHeader, String(at.getTime()))
  own.set('Nats-Msg-Id', randomUUID())
  const msLeft = () => deadline - electionMs - performance.now()
  let refusal: ServerRefusal | undefined
  for (;;) {
    try {
      const timeout = Math.max(1, Math.min(msLeft(), attemptMs))
      const answer = await connection.request(stream, body, { headers: own, timeout })
      const { seq, error } = answer.json<{ seq?: number; error?: { description: string } }>()
      if (!seq) throw new ServerRefusal(whyNotStored(error?.description))
      return BigInt(seq)
    } catch (error) {
      if (error instanceof ServerRefusal) refusal = error
      if (msLeft() < electionMs) throw refusal ?? error
      await sleep(electionMs)
    }
  }
}

/**
 * Explains why a batch was not stored. A leader that is sent a batch again while too few replicas have stored it only
 * says that it is still in process.
 */
function whyNotStored(description = 'the server gave no position'): string {
  return description === 'duplicate message id is in process'
    ? 'most of the replicas have not stored what was sent: are they running?'
    : description
}

/**
 * Asks any replica for the next batches. For a moment after a stream is created or its servers start, none answers, so
 * it retries.
 */
export async function readBatches(
  connection: NatsConnection,
  stream: string,
  from: Place,
  limits: ReadLimits,
  deadline: number
): Promise<Stored[]> {
  for (;;) {
    try {
      return await readOnce(connection, stream, from, limits, deadline)
    } catch (error) {
      const isAnybodyThere = !(error instanceof errors.NoRespondersError)
      if (isAnybodyThere || deadline - performance.now() < electionMs) throw error
      await sleep(electionMs)
    }
  }
}

/** Reads once. A replica sends message by message; if one is lost on the way, the messages before it are returned. */
async function readOnce(
  connection: NatsConnection,
  stream: string,
  from: Place,
  { batches, bytes }: ReadLimits,
  deadline: number
): Promise<Stored[]> {
  const start =
    'time' in from ? { start_time: from.time.toISOString() } : { seq: Number(from.position) }
  const request = JSON.stringify({ ...start, batch: batches, max_bytes: bytes })
  const maxWait = Math.max(1, deadline - performance.now())
  const answers = await connection.requestMany(`$JS.API.DIRECT.GET.${stream}`, request, {
    strategy: 'sentinel',
    maxWait
  })
  const found: Stored[] = []
  for await (const { headers: own, data } of answers) {
    if (!own) throw new Error('the server answered without headers')
    if (own.code === 204 || own.code === 404) return found
    if (own.code !== 0)
      throw new ServerRefusal(`the server answered ${own.code} ${own.description}`)
    const previous = BigInt(own.get('Nats-Last-Sequence') || 0)
    const last = found.at(-1)
    // The first message has no predecessor, so its expected position is 0.
    if (previous !== (last?.position ?? 0n)) {
      if (last) return found
      throw new Error('the first message was lost on the way')
    }
    found.push(
      toStored(own, BigInt(own.get('Nats-Sequence')), new Date(own.get('Nats-Time-Stamp')), data)
    )
  }
  // The end of the answer did not arrive in time. An empty result would look like the end of the partition, so this is
  // an error.
  if (found.length === 0) throw new Error('no answer in time')
  return found
}

export function toStored(own: MsgHdrs, position: bigint, storedAt: Date, data: Uint8Array): Stored {
  const body = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return { position, at: new Date(Number(own.get(atHeader))), storedAt, body }
}
