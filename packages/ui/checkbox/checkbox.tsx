import { type ComponentProps, type ReactNode, useId } from 'react'
import { describeControl, FieldMessages } from '../field/field.tsx'
import { Icon } from '../icon/icon.tsx'
import styles from './checkbox.module.css'

export type CheckboxProps = {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
} & Omit<ComponentProps<'input'>, 'className' | 'style' | 'type'>

/** Checkbox with its label beside it. */
export function Checkbox({ label, help, error, id, ...attributes }: CheckboxProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  return (
    <div className={styles.checkbox}>
      <label className={styles.label}>
        <input
          {...attributes}
          {...describeControl(controlId, help, error)}
          type="checkbox"
          id={controlId}
          className={styles.input}
        />
        <span className={styles.box}>
          <Icon name="check" />
        </span>
        <span>{label}</span>
      </label>
      <div className={styles.messages}>
        <FieldMessages id={controlId} help={help} error={error} />
      </div>
    </div>
  )
}
