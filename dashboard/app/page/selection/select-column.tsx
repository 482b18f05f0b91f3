import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { VisuallyHidden } from '@mille/ui/shared/visually-hidden.tsx'
import type { TableColumn } from '@mille/ui/table/table.tsx'
import { selectionMessages as messages } from './messages.ts'
import styles from './selection.module.css'
import type { Selecting } from './selection-bar.tsx'

/** Returns a column with a checkbox for each row that can be selected. `names` contains these rows, by key. */
export function selectColumn<Row>(
  keyOf: (row: Row) => string,
  names: ReadonlyMap<string, string>,
  { selected, select }: Selecting
): TableColumn<Row> {
  return {
    id: 'select',
    header: messages.select,
    align: 'end',
    render(row) {
      const key = keyOf(row)
      const name = names.get(key)
      if (name === undefined) return null
      return (
        <span className={styles.box}>
          <Checkbox
            label={<VisuallyHidden>{messages.selectOne(name)}</VisuallyHidden>}
            checked={selected.has(key)}
            onChange={event => select([key], event.target.checked)}
          />
        </span>
      )
    }
  }
}
