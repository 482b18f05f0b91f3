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

/** A batch of consecutive records of one partition of the log. */
export type CounterBatch = { position: bigint; at: Date; body: Uint8Array }

/** Version of the rules for verdicts. It must be raised by any change that gives a record another verdict. */
export const judgeVersion = 3

/**
 * How far before the last batch a replay must begin to warm a judge, in milliseconds: charges are remembered that long.
 */
export const memoryMs = dayMs

export type Judge = {
  /** Position of the last batch; 0 before the first one. */
  readonly position: bigint
  /** Time of the last batch, which never goes back. */
  readonly at: Date
  /**
   * Counts a batch and returns the verdicts on its records. Throws BrokenRecord, in which case nothing is changed. It
   * uses no clock, random numbers or database: the same batches give the same verdicts, byte for byte.
   */
  apply: (batch: CounterBatch) => Verdicts
  /**
   * Replays a counted batch by its verdicts, without adding to the sums. Judging it again would build another memory: a
   * visitor charged just before the replay begins would be charged at the next view, and from then on at another hour.
   * What expires before `until`, the time of the last replayed batch, is skipped: of a day's decisions only the last
   * two hours matter.
   */
  warm: (batch: CounterBatch, verdicts: Verdicts, until?: Date) => void
  /** Returns what was added since the last call, in a fixed order. */
  takeSums: () => CounterSum[]
  /**
   * Returns the paid views of the hour, for units that had any since the last call, to report them to other partitions.
   */
  takeUnitHours: () => UnitHour[]
  /** Returns the paid views of a unit in the hour of the last batch. */
  paidOf: (unit: number) => number
  /** Returns the rules in force as records, to be stored with the position, because the log drops old records. */
  rules: () => Buffer
  /** Replaces the known rules. Call it after `warm`, with the rules in force at the last position. */
  loadRules: (body: Uint8Array) => void
  /** Returns the memory used for charges and decisions, in bytes. */
  bytes: () => number
}

/** Stored rules have no receive time, so the same rules always give the same bytes. */
const noMoment = 0

type Settings = { settlementWindowSeconds: number }

/** Creates a judge, which counts one partition of the event log in memory. */
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

/** Opens a batch. The time of a log never goes back; if it did, the batch would count as of the time before it. */
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

/** Applies a record that is not a report and returns its verdict; returns null for a report. */
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
