import { dayMs } from '@mille/api/durations.ts'
import { checkBody } from '../event-log/check-body.ts'
import { RecordView } from '../event-log/read-records.ts'
import { recordKinds } from '../event-log/record.ts'
import { RecordWriter } from '../event-log/write-records.ts'
import { bucketOf } from '../what-counts.ts'
import { Crowds, type UnitHour } from './crowds.ts'
import { Reports } from './reports.ts'
import { Rules } from './rules.ts'
import { isRecent, Senders } from './senders.ts'
import { type CounterSum, Sums } from './sums.ts'
import { checkVerdicts, rejectedAs, type Verdicts, verdict } from './verdicts.ts'

/** Records one after the other, as one partition of the log gives them. */
export type CounterBatch = { position: bigint; at: Date; body: Uint8Array }

/** Of what gives verdicts: to be raised by whatever makes a record's verdict another one than it was. */
export const judgeVersion = 3

/** To be warm, a judge must replay the batches of this long before the last one: charges are remembered that long. */
export const memoryMs = dayMs

export type Judge = {
  /** Of the last batch; 0 before the first. */
  readonly position: bigint
  /** The moment of the last batch, which never goes back. */
  readonly at: Date
  /**
   * Counts a batch and gives what became of its records. Throws BrokenRecord, and has then changed nothing. It knows no
   * clock, no chance and no database: the same batches give the same verdicts, byte for byte.
   */
  apply: (batch: CounterBatch) => Verdicts
  /**
   * Remembers a batch that was counted before, by the verdicts it had, and adds nothing to the sums. Judging it again
   * would give another memory: a visitor who was charged for just before the replay begins would be charged for at their
   * next view instead, and from then on always at another hour. What will be forgotten again before `until`, the moment
   * of the last batch that is warmed, is left out: of a day of decisions only the last two hours count.
   */
  warm: (batch: CounterBatch, verdicts: Verdicts, until?: Date) => void
  /** What has been added since this was last asked, in one order everywhere. */
  takeSums: () => CounterSum[]
  /** Paid views of the hour, of units that have had any since this was last asked: for the other partitions. */
  takeUnitHours: () => UnitHour[]
  /** Of the unit, in the hour of the last batch. */
  paidOf: (unit: number) => number
  /** The rules in force as records, to be kept beside the position: the log forgets older ones. */
  rules: () => Buffer
  /** Replaces the rules that are known. Call it after `warm`: these are the rules in force at the last position. */
  loadRules: (body: Uint8Array) => void
  /** Memory of charges and decisions. */
  bytes: () => number
}

/** Rules that are kept are of no moment: as long as they are the same, so are their bytes. */
const noMoment = 0

type Settings = { settlementWindowSeconds: number }

/** Counts one partition of the event log, in memory alone. */
export function createJudge(settings: Settings): Judge {
  const memory = createMemory(settings)
  const { rules, crowds, sums, reports } = memory

  return {
    get position() {
      return memory.position
    },
    get at() {
      return new Date(memory.atMs)
    },

    apply(batch) {
      const record = open(memory, batch)
      const verdicts = new Uint8Array(record.count)
      for (let index = 0; index < record.count; index++) {
        record.moveTo(index)
        verdicts[index] =
          applyOther(memory, record, false) ?? reports.judge(record, memory.bucketMs, memory.atMs)
      }
      return verdicts
    },

    warm(batch, verdicts, until = batch.at) {
      checkVerdicts(batch, verdicts)
      const record = open(memory, batch)
      const untilMs = Math.max(memory.atMs, until.getTime())
      for (let index = 0; index < record.count; index++) {
        record.moveTo(index)
        if (applyOther(memory, record, true) === null)
          reports.remember(record, verdicts[index] ?? 0, memory.atMs, untilMs)
      }
    },

    takeSums: () => sums.take(),
    takeUnitHours: () => crowds.takeChanged(),
    paidOf: unit => crowds.paidOf(unit),

    rules() {
      const writer = new RecordWriter()
      rules.write(writer, noMoment)
      for (const { unit, hour, count } of crowds.others())
        writer.unitHour(unit, hour, count, noMoment)
      return writer.take()
    },

    loadRules(body) {
      checkBody(body, memory.position)
      rules.clear()
      reports.endWarming(memory.atMs)
      const record = new RecordView(body)
      for (let index = 0; index < record.count; index++) {
        record.moveTo(index)
        applyOther(memory, record, true)
      }
    },

    bytes: () => reports.bytes
  }
}

type Memory = ReturnType<typeof createMemory>

function createMemory({ settlementWindowSeconds }: Settings) {
  const rules = new Rules()
  const crowds = new Crowds()
  const sums = new Sums()
  return {
    ...{ settlementWindowSeconds, rules, crowds, sums },
    senders: new Senders(),
    reports: new Reports(rules, crowds, sums),
    position: 0n,
    atMs: 0,
    bucketMs: 0,
    day: 0
  }
}

/** The moments of a log never go back. If one did, the batch would be read as if it had the moment before it. */
function open(memory: Memory, batch: CounterBatch): RecordView {
  if (batch.position <= memory.position)
    throw new RangeError(`Position ${batch.position} of the log comes after ${memory.position}`)
  const moment = batch.at.getTime()
  if (!Number.isSafeInteger(moment))
    throw new RangeError(`Position ${batch.position} of the log has no moment`)
  checkBody(batch.body, batch.position)
  memory.position = batch.position
  advance(memory, Math.max(memory.atMs, moment))
  return new RecordView(batch.body)
}

function advance(memory: Memory, moment: number): void {
  memory.atMs = moment
  const bucket = bucketOf(new Date(moment), memory.settlementWindowSeconds).getTime()
  memory.crowds.advance(moment)
  memory.reports.advance(moment)
  const day = Math.floor(moment / dayMs)
  if (bucket !== memory.bucketMs || day !== memory.day) memory.rules.advance(bucket, moment)
  if (day !== memory.day) memory.senders.forget(moment)
  memory.bucketMs = bucket
  memory.day = day
}

/** The verdict of a record that is not a report; null for a report. */
function applyOther(memory: Memory, record: RecordView, isWarm: boolean): number | null {
  const { kind } = record
  if (kind <= recordKinds.clicked) return null
  if (kind === recordKinds.unit_hour)
    memory.crowds.setOthers(record.unit, record.moment, record.count32)
  else if (kind === recordKinds.sum) {
    if (!isRecent(record.receivedAt, memory.atMs)) return rejectedAs('expired')
    if (!memory.senders.isNew(record.node, record.sequence, memory.atMs))
      return rejectedAs('repeated')
    if (!isWarm) addSum(memory, record)
  } else memory.rules.apply(record)
  return verdict.none
}

function addSum({ rules, sums, bucketMs, atMs }: Memory, record: RecordView): void {
  const { unit, campaign, banner, outcome, count32 } = record
  sums.at(rules.bucketFor(campaign, bucketMs, atMs), unit, campaign, banner)
  sums.addOutcome(outcome, count32)
}
