import type { ReportFilter } from '@mille/api/reports/schema.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Chip, Chips } from '@mille/ui/chip/chip.tsx'
import { Icon } from '@mille/ui/icon/icon.tsx'
import { reportMessages as messages } from './messages.ts'
import styles from './report.module.css'
import { rowName } from './report-words.ts'

export type ReportFiltersProps = {
  filters: readonly ReportFilter[]
  onRemove: (filter: ReportFilter) => void
  onRemoveAll: () => void
}

/** The filters of the whole report, each with a button that removes it. */
export function ReportFilters({ filters, onRemove, onRemoveAll }: ReportFiltersProps) {
  if (filters.length === 0) return null
  return (
    <section className={styles.chips} aria-label={messages.filters}>
      <Chips>
        {filters.map(filter => {
          const words = `${messages.filterNames[filter.group_by]}: ${rowName(filter.group_by, filter)}`
          return (
            <Chip
              key={`${filter.group_by} ${filter.key}`}
              aria-label={messages.removeFilter(words)}
              onClick={() => onRemove(filter)}
            >
              <span>{words}</span>
              <Icon name="close" />
            </Chip>
          )
        })}
      </Chips>
      {filters.length > 1 && (
        <Button size="small" variant="quiet" onClick={onRemoveAll}>
          {messages.removeAll}
        </Button>
      )}
    </section>
  )
}
