import { createHash } from 'node:crypto'
import { dayAfter, dayOf } from '../days.ts'
import { RecordWriter } from '../event-log/write-records.ts'
import { createJudge, type Judge } from '../judge/judge.ts'
import type { CounterSum } from '../judge/sums.ts'
import { reasonOf } from '../judge/verdicts.ts'
import type { Decided } from '../visitors/token.ts'
import { blockBytes, type VisitorName } from '../visitors/visitor.ts'
import type { CountedEvent } from '../what-counts.ts'
import { makeDecided } from './counting.ts'

/** Returns a visitor's name on a day, which looks as random as a keyed hash. */
export function nameOf(who: string, day: string): Buffer {
  return createHash('sha256').update(`${who} ${day}`).digest().subarray(0, 8)
}

/** Returns a visitor's names on a node at a moment, as `Visitors.namesAt` returns them. */
export function namesOf(who: string, atMs: number): VisitorName[] {
  const today = dayOf(new Date(atMs))
  const kept = [atMs - 10_000, atMs + 10_000].map(it => dayOf(new Date(it)))
  return [...new Set([dayAfter(today, -1), today, ...kept])].map(day => ({
    day,
    visitor: nameOf(who, day),
    isKept: kept.includes(day)
  }))
}

/** Makes an ad decision for a visitor. */
export function decidedFor(
  who: string,
  issuedAtMs: number,
  values: Partial<Decided> = {}
): Decided {
  return makeDecided({ issuedAtMs, visitor: nameOf(who, dayOf(new Date(issuedAtMs))), ...values })
}

type View = Extract<CountedEvent, { kind: 'viewable' }>

/** Returns the name of a neighborhood in five bytes, followed by three bytes for the address in it. */
function blockOf(from: string, day: string): Buffer {
  const [neighborhood = ''] = from.split(' ')
  return Buffer.concat([
    nameOf(neighborhood, day).subarray(0, blockBytes),
    nameOf(from, day).subarray(blockBytes)
  ])
}

/**
 * Makes a view that a visitor reports at a moment. `from` is the visitor's neighborhood, if any, optionally followed by
 * a space and an address.
 */
export function viewBy(
  who: string,
  atMs: number,
  decided: Decided,
  { from, ...values }: Partial<View> & { from?: string } = {}
): View {
  return {
    kind: 'viewable',
    decided,
    names: namesOf(who, atMs),
    called: [],
    block: from === undefined ? null : blockOf(from, dayOf(new Date(atMs))),
    isCovered: false,
    isShrunken: false,
    isContradictory: false,
    ...values
  }
}

let sequence = 0

/** Appends an event like a node, which writes events that it has rejected as sums. */
export function writeEvent(writer: RecordWriter, event: CountedEvent, atMs: number): void {
  const origin = { receivedAtMs: atMs, country: 'DE', device: null }
  if (event.kind === 'rejected') {
    const { unit, campaign, banner } = event.decided ?? { unit: 0, campaign: 0, banner: 0 }
    const flush = { node: 1, sequence: ++sequence }
    writer.sum({ ...flush, unit, campaign, banner, outcome: event.reason, count: 1 }, atMs)
  } else if (event.kind === 'viewable') {
    writer.viewable(event, origin)
  } else writer.report(event.kind, event.decided, origin)
}

/** Creates a judge and the log that it reads. Each call of `send` is one batch. */
export function createCountedLog(judge: Judge = createJudge({ settlementWindowSeconds: 3600 })) {
  const taken: CounterSum[] = []
  const writer = new RecordWriter()
  let position = judge.position

  function append(atMs: number, write: (writer: RecordWriter) => void): string[] {
    write(writer)
    const verdicts = judge.apply({
      position: ++position,
      at: new Date(atMs),
      body: writer.take()
    })
    taken.push(...judge.takeSums())
    return [...verdicts].map(verdictName)
  }

  return {
    judge,
    append,
    send: (atMs: number, ...events: CountedEvent[]) =>
      append(atMs, () => {
        for (const event of events) writeEvent(writer, event, atMs)
      }),
    /** Everything that was added to the counters. */
    taken,
    sums() {
      const sums: Record<string, bigint> = {}
      for (const { kind, count } of taken) sums[kind] = (sums[kind] ?? 0n) + count
      return sums
    }
  }
}

export function verdictName(code: number): string {
  return reasonOf(code) ?? ['none', 'rendered', 'billable', 'clicked'][code] ?? `verdict ${code}`
}
