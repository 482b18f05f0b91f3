import { dayMs } from '@mille/api/durations.ts'

/**
 * A time range from `start` up to, but not including, `end`. Both are multiples of the window length within a UTC day,
 * unless that length has just been changed.
 */
export type SettlementWindow = { start: Date; end: Date }

/** Milliseconds to wait after a window's end before it is settled, because the clocks of processes differ slightly. */
const graceMs = 1_000

/**
 * Yields the windows that ended at least a second ago, oldest first. The first begins at `from`, even if no regular
 * window does.
 */
export function* endedWindows(from: Date, now: Date, seconds: number): Generator<SettlementWindow> {
  for (let start = from; ; ) {
    const end = new Date(alignDown(start, seconds).getTime() + seconds * 1000)
    if (end.getTime() + graceMs > now.getTime()) return
    yield { start, end }
    start = end
  }
}

/**
 * Rounds a time down to the start of its window. Windows start over with each UTC day, because their length divides a
 * day.
 */
export function alignDown(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() - (moment.getTime() % (seconds * 1000)))
}

export function startOfDay(moment: Date): Date {
  return alignDown(moment, dayMs / 1000)
}

export function windowsPerDay(seconds: number): number {
  return dayMs / 1000 / seconds
}

/** Returns the window's index in its day, from 0. */
export function windowIndex({ start }: SettlementWindow, seconds: number): number {
  return Math.floor((start.getTime() % dayMs) / (seconds * 1000))
}

/** Returns the window that contains a given time. */
export function windowAt(moment: Date, seconds: number): SettlementWindow {
  const start = alignDown(moment, seconds)
  return { start, end: new Date(start.getTime() + seconds * 1000) }
}
