import { dayMs } from '@mille/api/durations.ts'
import type { StatisticsDocument, StatisticsRow } from '@mille/api/statistics/endpoints.ts'
import { dayOf } from '../shared/days.ts'

export type StatisticsTotals = Omit<StatisticsRow, 'at'>

/** Statistics with one row for each day of the range, without gaps, and their totals. */
export type StatisticsView = { days: StatisticsRow[]; total: StatisticsTotals }

/** A range of whole UTC days in the API's format, `2026-11-20`, both ends included. */
export type DayRange = { from: string; to: string }

/** Returns the range of the last `count` days, including today. */
export function lastDays(count: number, nowMs: number): DayRange {
  return { from: dayOf(nowMs - (count - 1) * dayMs), to: dayOf(nowMs) }
}

/** Adds rows for days on which nothing happened: without them, a chart would misrepresent time. */
export function viewStatistics({ data }: StatisticsDocument, range: DayRange): StatisticsView {
  const { rows, total } = data.attributes
  const byDay = new Map(rows.map(row => [row.at.slice(0, 10), row]))
  const days: StatisticsRow[] = []
  for (let at = Date.parse(range.from); at <= Date.parse(range.to); at += dayMs) {
    const day = dayOf(at)
    days.push(byDay.get(day) ?? emptyDay(`${day}T00:00:00.000Z`))
  }
  return { days, total }
}

function emptyDay(at: string): StatisticsRow {
  return {
    at,
    served: 0,
    rendered: 0,
    viewable: 0,
    billable: 0,
    clicked: 0,
    rejected: {},
    money: { BTC: '0', USD: '0' }
  }
}
