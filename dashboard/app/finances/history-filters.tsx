import {
  type HistoryFilter,
  type OperationType,
  searchOfFilter,
  operationTypes as types
} from '@mille/stores/finances/history-filter.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useId, useState } from 'react'
import layout from '../page/layout.module.css'
import styles from './finances.module.css'
import { financeMessages, operationTypes } from './messages.ts'

const messages = financeMessages.filters
const orders = [
  { value: '-date' as const, label: messages.newest },
  { value: 'date' as const, label: messages.oldest }
]

export type HistoryFiltersProps = {
  filter: HistoryFilter
  onChange: (patch: Partial<HistoryFilter>) => void
}

/** Filters the history by subject, date and type. On a phone the filters are folded unless one is active. */
export function HistoryFilters({ filter, onChange }: HistoryFiltersProps) {
  const [isOpen, setIsOpen] = useState(searchOfFilter(filter).size > 0)
  const panelId = useId()

  return (
    <div className={styles.filters}>
      <div className={styles.filterToggle}>
        <Button
          isWide
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {messages.show}
        </Button>
      </div>
      <div id={panelId} className={styles.filterPanel} data-open={isOpen}>
        <div className={styles.filterFields}>
          <TextField
            label={messages.source}
            name="source"
            type="search"
            value={filter.searchBySource}
            maxLength={100}
            onChange={event => onChange({ searchBySource: event.target.value })}
          />
          <TextField
            label={messages.from}
            name="from"
            type="date"
            value={filter.startDate}
            max={filter.endDate || undefined}
            onChange={event => onChange({ startDate: event.target.value })}
          />
          <TextField
            label={messages.to}
            name="to"
            type="date"
            value={filter.endDate}
            min={filter.startDate || undefined}
            onChange={event => onChange({ endDate: event.target.value })}
          />
          <Select
            label={messages.sort}
            name="sort"
            options={orders}
            value={filter.sort}
            onChange={sort => onChange({ sort })}
          />
        </div>
        <Types filter={filter} onChange={onChange} />
      </div>
    </div>
  )
}

function Types({ filter, onChange }: HistoryFiltersProps) {
  function toggle(type: OperationType, isOn: boolean) {
    onChange({ types: types.filter(it => (it === type ? isOn : filter.types.includes(it))) })
  }

  return (
    <fieldset className={styles.kinds}>
      <legend className={styles.legend}>{messages.types}</legend>
      <div className={layout.row}>
        <Checkbox
          label={messages.all}
          name="all"
          checked={filter.types.length === types.length}
          onChange={event => onChange({ types: event.target.checked ? types : [] })}
        />
        {types.map(type => (
          <Checkbox
            key={type}
            label={operationTypes[type]}
            name={type}
            checked={filter.types.includes(type)}
            onChange={event => toggle(type, event.target.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}
