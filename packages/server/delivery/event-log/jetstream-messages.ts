import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { errors, headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node'
import { maxBodyBytes, type ReadLimits } from './event-log.ts'

/** A batch as it is in a stream: with the clock of the node that appended it, and of the server that stored it. */
export type Stored = { position: bigint; at: Date; storedAt: Date; body: Buffer }
export type Place = { position: bigint } | { time: Date }

const atHeader = 'Mille-At'
/** With the headers that a batch has. */
export const largestMessage = maxBodyBytes + 1024
/** A message that got no answer is sent again, and stored once: a leader that was killed never answers. */
const attemptMs = 1000
const electionMs = 100

/** The servers can be reached, and answered with an error. */
export class ServerRefusal extends Error {
  override name = 'ServerRefusal'
}

type New = { body: Buffer; at: Date; deadline: number }

/**
 * Resolves with its position when the servers have stored it. Its subject is its stream's name. It ends a little before the
 * deadline, and rejects with what the servers answered last, even if its last attempt was too short for an answer.
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

/** A leader that is sent again what too few replicas have stored only says that it is still busy with it. */
function whyNotStored(description = 'the server gave no position'): string {
  return description === 'duplicate message id is in process'
    ? 'most of the replicas have not stored what was sent: are they running?'
    : description
}

/**
 * Asks any replica for what comes next. For a moment after a stream is made, or its servers were started, there is none that
 * answers: then it is asked again.
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

/**
 * The replica sends message by message; when one of them was lost on the way, what came before it is given.
 */
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
    // Nothing was sent before the first.
    if (previous !== (last?.position ?? 0n)) {
      if (last) return found
      throw new Error('the first message was lost on the way')
    }
    found.push(
      toStored(own, BigInt(own.get('Nats-Sequence')), new Date(own.get('Nats-Time-Stamp')), data)
    )
  }
  // The end did not come in time. An empty result would look like the end of the partition, so this is an error.
  if (found.length === 0) throw new Error('no answer in time')
  return found
}

export function toStored(own: MsgHdrs, position: bigint, storedAt: Date, data: Uint8Array): Stored {
  const body = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return { position, at: new Date(Number(own.get(atHeader))), storedAt, body }
}
