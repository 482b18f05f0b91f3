import { checkBody } from '../event-log/check-body.ts'
import { RecordView } from '../event-log/read-records.ts'
import { recordKinds } from '../event-log/record.ts'
import { bucketOf } from '../what-counts.ts'
import type { CounterBatch } from './judge.ts'
import { Rules } from './rules.ts'
import { type CounterSum, Sums } from './sums.ts'
import { checkVerdicts, reasonOf, rejectedAs, type Verdicts, verdict } from './verdicts.ts'

const seenToday = rejectedAs('seen_today')

export type Tally = {
  /** Adds what a batch counted. Throws for verdicts that no judge gives. */
  add: (batch: CounterBatch, verdicts: Verdicts) => void
  /** Applies the rules of a batch and counts nothing; for batches before the requested time. */
  prepare: (batch: CounterBatch) => void
  takeSums: () => CounterSum[]
}

/**
 * Adds up a partition again from its records' stored verdicts. It needs no memory of visitors, so it can begin anywhere
 * if it reads the rules of a day before: terms are changed at most one window ahead.
 */
export function createTally({
  settlementWindowSeconds
}: {
  settlementWindowSeconds: number
}): Tally {
  const rules = new Rules()
  const sums = new Sums()
  let atMs = 0
  let bucketMs = 0

  function open(batch: CounterBatch): RecordView {
    checkBody(batch.body, batch.position)
    atMs = Math.max(atMs, batch.at.getTime())
    const bucket = bucketOf(new Date(atMs), settlementWindowSeconds).getTime()
    if (bucket !== bucketMs) rules.advance(bucket, atMs)
    bucketMs = bucket
    return new RecordView(batch.body)
  }

  function addRecord(record: RecordView, code: number): void {
    const { kind, unit, campaign } = record
    if (kind > recordKinds.sum) {
      rules.apply(record)
      return
    }
    const isSum = kind === recordKinds.sum
    // A sum that arrived twice or too late was not counted.
    if (isSum && code !== verdict.none) return
    sums.at(rules.bucketFor(campaign, bucketMs, atMs), unit, campaign, record.banner)
    if (isSum) sums.addOutcome(record.outcome, record.count32)
    else addReport(sums, record, code)
  }

  return {
    add(batch, verdicts) {
      checkVerdicts(batch, verdicts)
      const record = open(batch)
      for (let index = 0; index < record.count; index++) {
        record.moveTo(index)
        addRecord(record, verdicts[index] ?? 0)
      }
    },

    prepare(batch) {
      const record = open(batch)
      for (let index = 0; index < record.count; index++) {
        record.moveTo(index)
        if (record.kind > recordKinds.sum) rules.apply(record)
      }
    },

    takeSums: () => sums.take()
  }
}

function addReport(sums: Sums, { kind, flags }: RecordView, code: number): void {
  if (kind === recordKinds.viewable && (code === verdict.billable || code === seenToday))
    sums.addView(flags, code === verdict.billable)
  else if (kind === recordKinds.rendered && code === verdict.rendered) sums.addRendered()
  else if (kind === recordKinds.clicked && code === verdict.clicked) sums.add('clicked')
  else {
    const reason = reasonOf(code)
    if (reason === null || reason === 'seen_today')
      throw new RangeError(`${code} is not a verdict for a record of kind ${kind}`)
    sums.reject(reason)
  }
}
