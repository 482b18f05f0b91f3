import type { SavedView } from '@mille/api/report-links/endpoints.ts'
import {
  type ReportGroup,
  reportFilterInputs,
  reportFilters
} from '@mille/api/reports/constants.ts'
import { isTooLong } from '@mille/api/reports/limits.ts'
import { zoneOfDays } from '@mille/api/reports/places.ts'
import { addDays, daysBetween, daysOfRange } from '@mille/api/reports/ranges.ts'
import { reportInput } from '@mille/api/reports/schema.ts'
import { dayIn } from '@mille/api/time-zones.ts'
import type { z } from 'zod'

type Input = z.output<typeof reportInput>
export type ReportInputs = { line: Input; table: Input; before: Input | null }

const tableRows = 100

/** Returns the reports that a saved view shows at the given time, or what is wrong with the view. */
export function reportInputs(
  view: SavedView,
  now: Date
): { ok: true; value: ReportInputs } | { ok: false; detail: string } {
  const { side } = view
  const chosen = reportFilters.filter(it => view[reportFilterInputs[it]])
  // The chart and the table next to each other cover the same days.
  const time_zone = zoneOfDays({ groupBy: view.group_by, filters: chosen }, zoneOfView(view))
  const days = daysOf(view, dayIn(now.getTime(), time_zone))
  const inputs = chosen.map(it => reportFilterInputs[it])
  const filters = Object.fromEntries(inputs.map(it => [it, view[it]]))
  const both = { side, time_zone, ...filters, ...days }
  // A range such as this month grows, and can become too long for hours. A fixed range is refused when it is saved.
  const fitting = (groupBy: ReportGroup) =>
    view.range !== 'custom' && isTooLong(days, { side, groupBy, filters: chosen }) ? 'day' : groupBy
  const line = reportInput.safeParse({
    ...both,
    group_by: fitting(view.interval),
    'page[limit]': 1000
  })
  const { group_by, search, sort, order } = view
  const rows = { group_by: fitting(group_by), search, sort, order, 'page[limit]': tableRows }
  const table = reportInput.safeParse({ ...both, ...rows })
  if (!table.success) return wrong(table.error)
  if (!line.success) return wrong(line.error)
  const before = view.compare ? { ...line.data, ...daysBefore(days) } : null
  return { ok: true, value: { line: line.data, table: table.data, before } }
}

/** Returns a view's time zone: UTC for views that were saved without one. */
export const zoneOfView = (view: SavedView) => view.time_zone ?? 'UTC'

function daysOf(view: SavedView, today: string): { from: string; to: string } {
  if (view.range !== 'custom') return daysOfRange(view.range, today)
  return { from: view.from ?? today, to: view.to ?? today }
}

/** Returns the range of the same number of days that ends right before the given one. */
function daysBefore({ from, to }: { from: string; to: string }) {
  const days = daysBetween(from, to)
  return { from: addDays(from, -days), to: addDays(to, -days) }
}

function wrong({ issues }: z.ZodError): { ok: false; detail: string } {
  const [issue] = issues
  return { ok: false, detail: `${issue?.path.join('.')} ${issue?.message}` }
}

/**
 * Returns the path at which the reports page shows the view to signed-in users. Its parameters are defined in
 * packages/stores/reports/report-view.ts.
 */
export function reportPath(view: SavedView): string {
  const search = new URLSearchParams({ side: view.side, range: view.range })
  if (view.range === 'custom') {
    search.set('from', view.from ?? '')
    search.set('to', view.to ?? '')
  }
  search.set('zone', zoneOfView(view))
  if (view.compare) search.set('compare', '1')
  search.set('interval', view.interval)
  search.set('metric', view.metric)
  search.set('by', view.group_by)
  for (const name of reportFilters) {
    const keys = view[reportFilterInputs[name]]
    if (keys) search.set(name, keys.join(','))
  }
  if (view.search) search.set('search', view.search)
  search.set('sort', `${view.order === 'desc' ? '-' : ''}${view.sort}`)
  return `/reports?${search}`
}
