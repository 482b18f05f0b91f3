import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { FieldGroup } from '@mille/ui/field/field.tsx'
import { useState } from 'react'
import { marketplaceMessages } from '../marketplace/messages.ts'
import styles from './choice-group.module.css'

export type ChoiceGroupProps = {
  label: string
  name: string
  error: string | undefined
  values: readonly { value: string; label: string }[]
  chosen: readonly string[]
  /** Values shown outside the folded list, in addition to the chosen values. If missing, nothing is folded. */
  shown?: readonly string[]
  onChange: (chosen: string[]) => void
}

/** A choice of any number of values. A long list is folded, except the values that are chosen when the page opens. */
export function ChoiceGroup(props: ChoiceGroupProps) {
  const { label, name, error, values, chosen, shown, onChange } = props
  // A value that is unchecked stays in place and does not move into the fold.
  const [kept] = useState(() => new Set([...chosen, ...(shown ?? [])]))
  const isFolded = (value: string) => shown !== undefined && !kept.has(value)
  const box = ({ value, label: words }: { value: string; label: string }) => (
    <Checkbox
      key={value}
      label={words}
      name={name}
      value={value}
      checked={chosen.includes(value)}
      onChange={event =>
        onChange(event.target.checked ? [...chosen, value] : chosen.filter(it => it !== value))
      }
    />
  )
  const folded = values.filter(it => isFolded(it.value))
  return (
    <FieldGroup label={label} error={error}>
      {() => (
        <>
          <div className={styles.grid}>{values.filter(it => !isFolded(it.value)).map(box)}</div>
          {folded.length > 0 && (
            <details className={styles.more}>
              <summary>{marketplaceMessages.more(folded.length)}</summary>
              <div className={styles.grid}>{folded.map(box)}</div>
            </details>
          )}
        </>
      )}
    </FieldGroup>
  )
}
