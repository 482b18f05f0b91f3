import { dayMs, hourMs } from '@mille/api/durations.ts'
import type { Context } from '@mille/server/context.ts'
import type { Tx } from '@mille/server/db/connect.ts'
import { dayOf } from '@mille/server/delivery/days.ts'
import { type From, RecordWriter } from '@mille/server/delivery/event-log/write-records.ts'
import { DayPlaces } from '@mille/server/delivery/judge/day-places.ts'
import { createTally } from '@mille/server/delivery/judge/tally.ts'
import { rejectedAs, verdict } from '@mille/server/delivery/judge/verdicts.ts'
import { addToCounters, mergeSums } from '@mille/server/delivery/partitions/commit-counts.ts'
import { addPlaces } from '@mille/server/delivery/partitions/day-places.ts'
import type { RequestCounts } from '@mille/server/delivery/requests/request-counts.ts'
import {
  emptyLog,
  type WrittenBatch,
  writeCounted
} from '@mille/server/delivery/testing/counted-log.ts'
import type { Decided } from '@mille/server/delivery/visitors/token.ts'
import type { RejectedReason } from '@mille/server/delivery/what-counts.ts'
import { createRandom, type Random } from '../random.ts'

/** Views of one campaign on one ad unit on one day. */
export type Pair = {
  day: Date
  unitId: number
  campaignId: number
  creativeId: number
  bannerId: number
  views: number
}

/** A decision and its outcome. One random number decides every step, so that each viewed ad was also rendered. */
type Shown = { atMs: number; pair: Pair; fate: number }

const partitions = 16
const node = 1
/**
 * Share boundaries: of 100 decisions, 7 are never rendered, 17 are rendered out of sight, and 3 are viewed by visitors
 * who had already seen the campaign.
 */
const drawnFrom = 0.07
const seenFrom = 0.24
const newFrom = 0.27
const clickedFrom = 0.992
/**
 * Position within the hour, as a fraction, at which the rendered, viewed and clicked batches are written to the log.
 */
const parts = { drawn: 0.95, seen: 0.96, clicked: 0.97 }
const countries = ['US', 'DE', 'GB', 'NL', 'BR', 'IN', 'JP', 'SV', null]
const devices: readonly From['device'][] = [
  { type: 'phone', system: 'android' },
  { type: 'computer', system: 'windows' },
  { type: 'phone', system: 'ios' },
  { type: 'computer', system: 'macos' },
  { type: 'computer', system: 'linux' },
  { type: 'tablet', system: 'ios' },
  null
]
/** Of so many requests for an ad, one finds none. */
const requestsPerMissing = 12
/** Minimum length of an hour that is written, in milliseconds: an hour that has just begun is skipped. */
const shortestMs = 5 * 60_000

/**
 * Writes the history that a month of visitors would have left: the event log, its verdicts, and the counters. Each hour
 * is three batches in one partition, and the partitions take turns. These visitors are never looked up again.
 */
export async function writeHistory(
  tx: Tx,
  { config, now }: Pick<Context, 'config' | 'now'>,
  { pairs, requests }: { pairs: readonly Pair[]; requests: Pick<RequestCounts, 'add'> }
): Promise<void> {
  const random = createRandom(2026)
  const counted = new DayPlaces()
  const tallies = Array.from({ length: partitions }, () => createTally(config))
  // Empties the log, which a running server may already have filled with the campaigns' terms, so that the log can
  // begin with this history.
  await emptyLog(tx)
  const nowMs = now().getTime()
  let sequence = 0
  const days = Map.groupBy(pairs, pair => pair.day.getTime())
  for (const [dayStart, ofDay] of days) {
    const hours = Map.groupBy(showAll(ofDay, random), it => Math.floor(it.atMs / hourMs))
    for (let hour = dayStart / hourMs; hour < (dayStart + dayMs) / hourMs; hour++) {
      const start = hour * hourMs
      const end = Math.min(start + hourMs, nowMs)
      if (end - start < shortestMs) break
      const shown = (hours.get(hour) ?? []).filter(it => it.atMs < end)
      if (shown.length === 0) continue
      for (const [nth, { pair, atMs }] of shown.entries()) {
        requests.add(pair.unitId, 'filled', atMs)
        if (nth % requestsPerMissing === 0) requests.add(pair.unitId, 'no_campaign', atMs)
      }
      const partition = hour % partitions
      const batches = writeHour(shown, { start, end, random, nextSequence: () => ++sequence })
      for (const it of batches) {
        tallies[partition]?.add({ ...it, position: 0n }, it.verdicts)
        counted.add(it, it.verdicts)
      }
      await writeCounted(tx, partition, batches)
    }
  }
  await addToCounters(tx, mergeSums(tallies.flatMap(it => it.takeSums())))
  await addPlaces(tx, counted.take())
}

function* decisionsOf(pair: Pair, random: Random): Generator<Shown> {
  for (let count = 0; count < pair.views; count++) {
    // Views are more frequent around noon than at night.
    const atMs = pair.day.getTime() + ((random.fraction() + random.fraction()) * dayMs) / 2
    yield { atMs: Math.floor(atMs), pair, fate: random.fraction() }
  }
}

function showAll(pairs: readonly Pair[], random: Random): Shown[] {
  return pairs.flatMap(pair => [...decisionsOf(pair, random)])
}

type Hour = {
  start: number
  end: number
  random: Random
  nextSequence: () => number
}

function writeHour(shown: readonly Shown[], hour: Hour): WrittenBatch[] {
  const { start, end, random } = hour
  const [drawn, seen, clicked] = [createBody(), createBody(), createBody()]
  const sums = new Map<string, { pair: Pair; outcome: RejectedReason; count: number }>()
  const add = (pair: Pair, outcome: RejectedReason) => {
    const key = `${pair.unitId} ${pair.campaignId} ${pair.bannerId} ${outcome}`
    const sum = sums.get(key) ?? { pair, outcome, count: 0 }
    sum.count++
    sums.set(key, sum)
  }
  for (const { atMs, pair, fate } of shown) {
    const decided = decide(pair, atMs, random)
    const from = fromOf(decided)
    // Each visitor reports after a different delay, but within the hour in which the ad was chosen.
    const origin = (afterSeconds: number) => ({
      ...from,
      receivedAtMs: Math.min(atMs + afterSeconds * 1000 * (1 + 2 * fate), end - 1)
    })
    if (fate < 0.012) add(pair, 'bot')
    else if (fate < 0.017) add(pair, 'foreign')
    else if (fate < 0.03) add(pair, 'repeated')
    if (fate >= drawnFrom)
      drawn.write(writer => writer.report('rendered', decided, floor(origin(0))), verdict.rendered)
    if (fate >= seenFrom) {
      const code = fate < newFrom ? rejectedAs('seen_today') : verdict.billable
      const names = [{ day: dayOf(new Date(atMs)), visitor: decided.visitor, isKept: true }]
      const view = { decided, names, block: null, ...nothingSaid }
      seen.write(writer => writer.viewable(view, floor(origin(1.1))), code)
    }
    if (fate >= clickedFrom)
      clicked.write(writer => writer.report('clicked', decided, floor(origin(6))), verdict.clicked)
  }
  for (const { pair, outcome, count } of sums.values()) {
    const where = { unit: pair.unitId, campaign: pair.campaignId, banner: pair.bannerId }
    const sum = { node, sequence: hour.nextSequence(), ...where, outcome, count }
    clicked.write(writer => writer.sum(sum, end - 1), verdict.none)
  }
  const at = (part: number) => new Date(Math.floor(start + (end - start) * part))
  return [
    { at: at(parts.drawn), ...drawn.take() },
    { at: at(parts.seen), ...seen.take() },
    { at: at(parts.clicked), ...clicked.take() }
  ].filter(it => it.body.length > 0)
}

const nothingSaid = { isCovered: false, isShrunken: false, isContradictory: false }

function floor<Moment extends { receivedAtMs: number }>(moment: Moment): Moment {
  return { ...moment, receivedAtMs: Math.floor(moment.receivedAtMs) }
}

function decide(pair: Pair, issuedAtMs: number, random: Random): Decided {
  return {
    decision: random.bytes(16),
    unit: pair.unitId,
    campaign: pair.campaignId,
    creative: pair.creativeId,
    banner: pair.bannerId,
    issuedAtMs,
    visitor: random.bytes(8)
  }
}

/** Returns where a visitor comes from, by the visitor's random name: the first of each list is the most frequent. */
function fromOf({ visitor: [one = 0, other = 0] }: Pick<Decided, 'visitor'>): From {
  return { country: often(countries, one) ?? null, device: often(devices, other) ?? null }
}

/** Picks a value by a random byte. Each value is picked more often than the next. */
function often<Value>(values: readonly Value[], byte: number): Value | undefined {
  return values[Math.floor((byte / 256) ** 2 * values.length)]
}

function createBody() {
  const writer = new RecordWriter()
  const verdicts: number[] = []
  return {
    write(write: (writer: RecordWriter) => void, code: number) {
      write(writer)
      verdicts.push(code)
    },
    take: () => ({ body: writer.take(), verdicts: Uint8Array.from(verdicts) })
  }
}
