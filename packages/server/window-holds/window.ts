import { dayMs } from '@mille/api/durations.ts'

/** From `start` up to, but not including, `end`; both on the UTC day's grid unless the grid has just changed. */
export type SettlementWindow = { start: Date; end: Date }

/** How long after its end a window is left alone, for clocks that differ a little between processes. */
const graceMs = 1_000

/** The windows that ended at least a second ago, oldest first. The first begins at `from`, wherever on the grid that is. */
export function* endedWindows(from: Date, now: Date, seconds: number): Generator<SettlementWindow> {
  for (let start = from; ; ) {
    const end = new Date(alignDown(start, seconds).getTime() + seconds * 1000)
    if (end.getTime() + graceMs > now.getTime()) return
    yield { start, end }
    start = end
  }
}

/** The grid starts again with each UTC day, because a window's length divides a day. */
export function alignDown(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() - (moment.getTime() % (seconds * 1000)))
}

export function startOfDay(moment: Date): Date {
  return alignDown(moment, dayMs / 1000)
}

export function windowsPerDay(seconds: number): number {
  return dayMs / 1000 / seconds
}

/** The window's place in its day, from 0. */
export function windowIndex({ start }: SettlementWindow, seconds: number): number {
  return Math.floor((start.getTime() % dayMs) / (seconds * 1000))
}

/** The window that a moment is in. */
export function windowAt(moment: Date, seconds: number): SettlementWindow {
  const start = alignDown(moment, seconds)
  return { start, end: new Date(start.getTime() + seconds * 1000) }
}
