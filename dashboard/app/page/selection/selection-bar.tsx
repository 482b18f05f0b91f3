import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import type { ReactNode } from 'react'
import layout from '../layout.module.css'
import { selectionMessages as messages } from './messages.ts'
import styles from './selection.module.css'

export type Selecting = {
  selected: ReadonlySet<string>
  select: (keys: readonly string[], isSelected: boolean) => void
}

export type SelectionBarProps = Selecting & {
  /** Keys of all visible rows that can be selected. */
  keys: readonly string[]
  selectAll: string
  /** The buttons for the selected rows. */
  buttons: ReactNode
  /** The result of the action, shown below the bar. */
  children?: ReactNode
}

/** A bar above a table with the number of selected rows and the actions for them. */
export function SelectionBar(props: SelectionBarProps) {
  const { keys, selected, select, selectAll, buttons, children } = props
  return (
    <div className={styles.selection}>
      <div className={styles.controls}>
        <Checkbox
          label={selectAll}
          checked={keys.every(it => selected.has(it))}
          onChange={event => select(keys, event.target.checked)}
        />
        <span role="status" className={layout.soft}>
          {messages.selected(selected.size)}
        </span>
        <span className={styles.buttons}>{buttons}</span>
      </div>
      {children}
    </div>
  )
}
