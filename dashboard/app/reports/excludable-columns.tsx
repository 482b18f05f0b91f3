import type { ReportRow } from '@mille/api/reports/endpoints.ts'
import type { ExclusionStores } from '@mille/stores/traffic-sources/exclusions.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import type { TableColumn } from '@mille/ui/table/table.tsx'
import { useStore } from '@nanostores/react'
import layout from '../page/layout.module.css'
import { selectColumn } from '../page/selection/select-column.tsx'
import { exclusionMessages as messages } from './exclusion-messages.ts'

/** A report row that can be excluded from a campaign. */
export type ExcludableRow = { key: string; name: string }

/** Adds to a report's columns a mark for excluded names and a checkbox for each row that can be excluded. */
export function useExcludableColumns(
  columns: readonly TableColumn<ReportRow>[],
  stores: ExclusionStores,
  rows: readonly ExcludableRow[]
): readonly TableColumn<ReportRow>[] {
  const selected = useStore(stores.$selected)
  const exclusions = useStore(stores.$exclusions)
  if (rows.length === 0) return columns
  const names = new Map(rows.map(it => [it.key, it.name]))
  const marked = columns.map(column => {
    if (!column.isRowHeader) return column
    const render = (row: ReportRow) => {
      const it = exclusions.get(row.key)
      const words = it?.excluded ? messages.excluded : it?.excluded_by_site && messages.siteExcluded
      if (!words) return column.render(row)
      return (
        <span className={layout.row}>
          {column.render(row)}
          <Badge tone="warning">{words}</Badge>
        </span>
      )
    }
    return { ...column, render }
  })
  const box = selectColumn<ReportRow>(it => it.key, names, { selected, select: stores.select })
  return [...marked, box]
}
