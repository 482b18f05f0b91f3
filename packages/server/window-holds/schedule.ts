import { dayMs } from '@mille/api/durations.ts'
import { clockOf } from '@mille/api/time-zones.ts'

/**
 * The hours of the week in which a campaign is shown: one digit per hour from Monday 00:00, `1` for shown, in local
 * time of the zone.
 */
export type Schedule = { hours: string; timeZone: string }

/** A time range from `start` up to, but not including, `end`, in milliseconds. */
export type Span = { start: number; end: number }

/** All time zones change their clocks at a quarter of an hour, so a schedule never changes within one. */
export const quarterMs = 900_000

/** Whether the schedule is open at a given time; null is always open. */
export function isOpenAt(schedule: Schedule | null, ms: number): boolean {
  if (schedule === null) return true
  const local = ms + offsetAt(schedule.timeZone, ms)
  // 1 January 1970 was a Thursday.
  const weekday = (Math.floor(local / dayMs) + 3) % 7
  return schedule.hours[weekday * 24 + Math.floor((local % dayMs) / 3_600_000)] === '1'
}

/** Returns the parts of a time range in which the schedule is open. */
export function openSpans(schedule: Schedule | null, from: number, until: number): Span[] {
  if (from >= until) return []
  if (schedule === null) return [{ start: from, end: until }]
  const spans: Span[] = []
  for (let day = Math.floor(from / dayMs); day * dayMs < until; day++)
    for (const span of spansOfDay(schedule, day)) {
      const [start, end] = [Math.max(span.start, from), Math.min(span.end, until)]
      const last = spans.at(-1)
      if (last?.end === start) last.end = end
      else if (start < end) spans.push({ start, end })
    }
  return spans
}

/** Returns for how many milliseconds of a time range the schedule is open. */
export function openMs(schedule: Schedule | null, from: number, until: number): number {
  return openSpans(schedule, from, until).reduce((sum, it) => sum + it.end - it.start, 0)
}

/** Splits each campaign's time range into the pieces in which its schedule is open, each with the campaign's ID. */
export function openPieces(
  wanted: readonly { id: number; schedule: Schedule | null; start: Date; end: Date }[]
): { ids: number[]; starts: Date[]; ends: Date[] } {
  const pieces = wanted.flatMap(({ id, schedule, start, end }) =>
    openSpans(schedule, start.getTime(), end.getTime()).map(span => ({ id, span }))
  )
  return {
    ids: pieces.map(it => it.id),
    starts: pieces.map(it => new Date(it.span.start)),
    ends: pieces.map(it => new Date(it.span.end))
  }
}

/** Cache of the last day computed for each schedule, because pacing asks for the same day every few seconds. */
const lastDays = new WeakMap<Schedule, { day: number; spans: readonly Span[] }>()

function spansOfDay(schedule: Schedule, day: number): readonly Span[] {
  const known = lastDays.get(schedule)
  if (known?.day === day) return known.spans
  const spans: Span[] = []
  for (let start = day * dayMs; start < (day + 1) * dayMs; start += quarterMs) {
    if (!isOpenAt(schedule, start)) continue
    const last = spans.at(-1)
    if (last?.end === start) last.end += quarterMs
    else spans.push({ start, end: start + quarterMs })
  }
  lastDays.set(schedule, { day, spans })
  return spans
}

type Zone = {
  clock: (ms: number) => string
  /** By UTC day: the zone's offset, or the offset of each quarter of an hour on a day with a clock change. */
  days: Map<number, number | readonly number[]>
}

/** Cache limit. Names may be written in any case, so there may be more names than time zones. */
const maxZones = 1_000
const maxDays = 100
const zones = new Map<string, Zone>()

/** Returns the zone's offset from UTC, in milliseconds. */
function offsetAt(name: string, ms: number): number {
  let zone = zones.get(name)
  if (!zone) {
    if (zones.size >= maxZones) zones.clear()
    zone = { clock: clockOf(name), days: new Map() }
    zones.set(name, zone)
  }
  const { clock, days } = zone
  const day = Math.floor(ms / dayMs)
  let offsets = days.get(day)
  if (offsets === undefined) {
    if (days.size >= maxDays) days.clear()
    offsets = offsetsOf(clock, day)
    days.set(day, offsets)
  }
  return typeof offsets === 'number'
    ? offsets
    : (offsets[Math.floor((ms % dayMs) / quarterMs)] ?? 0)
}

function offsetsOf(clock: Zone['clock'], day: number): number | number[] {
  const aheadAt = (ms: number) => Date.parse(`${clock(ms)}Z`) - ms
  const first = aheadAt(day * dayMs)
  if (first === aheadAt((day + 1) * dayMs)) return first
  return Array.from({ length: dayMs / quarterMs }, (_, index) =>
    aheadAt(day * dayMs + index * quarterMs)
  )
}
