import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgresLog } from '@mille/server/delivery/event-log/postgres-log.ts'
import { RecordView } from '@mille/server/delivery/event-log/read-records.ts'
import { fields, recordKinds } from '@mille/server/delivery/event-log/record.ts'
import { readPartitions } from '@mille/server/delivery/partitions/leases.ts'
import type { Network } from '../faults/delivery-network.ts'
import type { Answer } from './delivery-load.ts'
import { type Figure, percentile } from './rounds.ts'

/** Reported views and the answers to their reports. All of these views are counted by now. */
export type Reported = { tokens: readonly string[]; answers: readonly Answer[] }

const lookMs = 10
/** The position up to which each partition was counted at each moment; both values only grow. */
type Progress = Map<number, { position: bigint; at: number }[]>

/**
 * Measures how long after its answer a view is in the counters. Polls how far each partition is counted, and looks up
 * the position of each view in the log afterwards, by its decision.
 */
export async function measureLag(
  network: Network,
  rounds: number,
  report: () => Promise<Reported>
): Promise<Figure> {
  const started = new Map((await readPartitions(network.db)).map(it => [it.partition, it.position]))
  const progress: Progress = new Map([...started.keys()].map(partition => [partition, []]))
  let isOver = false
  const following = follow(network, progress, () => isOver)
  const answered = new Map<string, number>()
  try {
    for (let round = 0; round < rounds; round++) {
      const { tokens, answers } = await report()
      for (const [index, token] of tokens.entries())
        answered.set(decisionOf(token), answers[index]?.at ?? 0)
    }
  } finally {
    isOver = true
    await following
  }
  const waits: number[] = []
  for (const [partition, from] of started) {
    for (const { decision, position } of await readViews(network, partition, from)) {
      const at = answered.get(decision)
      const counted = progress.get(partition)?.find(it => it.position >= position)
      if (at !== undefined && counted) waits.push(counted.at - at)
    }
  }
  if (waits.length !== answered.size)
    throw new Error(`${waits.length} of ${answered.size} views were found in the log`)
  const seconds = percentile(waits, 0.99) / 1000
  return {
    name: 'from the answer to the counters, p99',
    value: seconds,
    unit: 's',
    target: '≤ 2 s',
    holds: seconds <= 2
  }
}

async function follow(network: Network, progress: Progress, isOver: () => boolean): Promise<void> {
  for (;;) {
    // Checked before the positions are read, so that the views counted last are included.
    const isLastLook = isOver()
    for (const { partition, position } of await readPartitions(network.db)) {
      const known = progress.get(partition)
      if (known && known.at(-1)?.position !== position)
        known.push({ position, at: performance.now() })
    }
    if (isLastLook) return
    await sleep(lookMs)
  }
}

async function readViews(
  network: Network,
  partition: number,
  from: bigint
): Promise<{ decision: string; position: bigint }[]> {
  const log = createPostgresLog(network.pool)
  const found: { decision: string; position: bigint }[] = []
  for (let after = from; ; ) {
    const batches = await log.read(partition, after, { batches: 1000, bytes: 4 * 1024 * 1024 })
    for (const { position, body } of batches) {
      const record = new RecordView(body)
      for (let index = 0; index < record.count; index++) {
        record.moveTo(index)
        if (record.kind !== recordKinds.viewable) continue
        found.push({ decision: record.bytes(fields.decision, 16).toString('hex'), position })
      }
    }
    const last = batches.at(-1)
    if (!last) return found
    after = last.position
  }
}

function decisionOf(token: string): string {
  return Buffer.from(token, 'base64url').subarray(0, 16).toString('hex')
}
