import type { Database } from '../../db/connect.ts'
import type { EventLog } from '../event-log/event-log.ts'
import { createJudge, type Judge, memoryMs } from '../judge/judge.ts'
import { reasonOf, type Verdicts, verdict } from '../judge/verdicts.ts'
import { createBreather } from './breathe.ts'
import { readPartitions } from './leases.ts'
import { createNameKeys, type NameKeys } from './name-keys.ts'
import { type CountedBatch, readCounted } from './read-counted.ts'
import { firstStartFrom } from './starts.ts'

type Parts = {
  db: Database
  log: Pick<EventLog, 'read'>
  nameKeys: NameKeys
  settlementWindowSeconds: number
}

/**
 * Judges the log again, one partition at a time, and compares the verdicts with the stored ones, byte for byte. Returns
 * a sentence about the first difference.
 *
 * This works only for records whose visitors still have all their names, which requires the keys of the days, and only
 * with the memory of the process that counted, which is the 24 hours before. It therefore covers records from one day
 * after the beginning of the oldest key, or from the beginning of the log. Earlier verdicts are final.
 */
export async function findOtherVerdict({
  db,
  log,
  settlementWindowSeconds
}: Omit<Parts, 'nameKeys'>): Promise<string | null> {
  const firstDay = await firstDayWithKey(db)
  if (firstDay === null) return null
  const nameKeys = createNameKeys(db)
  const parts = { db, log, nameKeys, settlementWindowSeconds }
  for (const { partition } of await readPartitions(db)) {
    const problem = await judgePartition(parts, partition, firstDay)
    if (problem !== null) return problem
  }
  return null
}

async function judgePartition(
  { db, log, nameKeys, settlementWindowSeconds }: Parts,
  partition: number,
  firstDay: string
): Promise<string | null> {
  const start = await firstStartFrom(db, partition, firstDay)
  if (start === null) return null
  const judge = createJudge({ settlementWindowSeconds })
  judge.loadRules(start.rules)
  /** Records before this time are not in memory, or not under all names of their visitors. */
  let unknownUntilMs = start.isFirst ? Number.NEGATIVE_INFINITY : start.at.getTime()
  const breathe = createBreather()
  for await (const counted of readCounted({ db, log }, partition, start.position)) {
    const atMs = counted.batch.at.getTime()
    if (!(await nameKeys.uncover(counted.batch.body))) unknownUntilMs = atMs
    if (atMs - unknownUntilMs <= memoryMs) judge.warm(counted.batch, counted.verdicts)
    else {
      const problem = judgeBatch(judge, counted)
      if (problem !== null) return `partition ${partition}, ${problem}`
    }
    await breathe()
  }
  return null
}

function judgeBatch(judge: Judge, { batch, verdicts }: CountedBatch): string | null {
  const judged = judge.apply(batch)
  // The sums are not needed here, and are discarded so that they do not accumulate.
  judge.takeSums()
  if (Buffer.compare(judged, verdicts) === 0) return null
  const record = judged.findIndex((code, index) => code !== verdicts[index])
  return `position ${batch.position}, record ${record}: counted as ${nameOf(verdicts, record)}, and judged again it is ${nameOf(judged, record)}`
}

function nameOf(verdicts: Verdicts, record: number): string {
  const code = verdicts[record] ?? 0
  const known = Object.entries(verdict).find(([, it]) => it === code)?.[0]
  return known ?? reasonOf(code) ?? String(code)
}

async function firstDayWithKey(db: Database): Promise<string | null> {
  const row = await db
    .selectFrom('visitor_keys')
    .select('day')
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  return row?.day ?? null
}
