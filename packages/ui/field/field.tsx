import { type ReactNode, useId } from 'react'
import { Icon } from '../icon/icon.tsx'
import hidden from '../shared/visually-hidden.module.css'
import styles from './field.module.css'

/** The words around a control; every form control of the interface takes them. */
export type FieldTexts = {
  label: string
  help?: ReactNode
  error?: string | undefined
  /** Says so beside the label; everything else is required. */
  isOptional?: boolean | undefined
}

/** What the control inside spreads on itself to be tied to its words. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldProps = FieldTexts & {
  id?: string | undefined
  /** When a heading right above already says the same. */
  isLabelHidden?: boolean | undefined
  children: (control: FieldControl) => ReactNode
}

/** Label above, control, help below, then the error. */
export function Field({ label, help, error, isOptional, isLabelHidden, id, children }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const control = { id: controlId, ...describeControl(controlId, help, error) }
  return (
    <div className={styles.field}>
      <label className={isLabelHidden ? hidden.hidden : styles.label} htmlFor={controlId}>
        {label}
        {isOptional && <OptionalMark />}
      </label>
      {children(control)}
      <FieldMessages id={controlId} help={help} error={error} />
    </div>
  )
}

/** Field for a group of controls: a legend in place of the label. */
export function FieldGroup({
  label,
  help,
  error,
  isOptional,
  isLabelHidden,
  id,
  children
}: FieldProps) {
  const ownId = useId()
  const groupId = id ?? ownId
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid } = describeControl(
    groupId,
    help,
    error
  )
  return (
    <fieldset className={styles.field} id={groupId} aria-describedby={describedBy}>
      <legend className={isLabelHidden ? hidden.hidden : styles.label}>
        {label}
        {isOptional && <OptionalMark />}
      </legend>
      {children({
        id: `${groupId}-control`,
        'aria-describedby': describedBy,
        'aria-invalid': invalid
      })}
      <FieldMessages id={groupId} help={help} error={error} />
    </fieldset>
  )
}

/** Help and error under a control; their ids are those that describeControl gives. */
export function FieldMessages({
  id,
  help,
  error
}: { id: string } & Pick<FieldTexts, 'help' | 'error'>) {
  return (
    <>
      {isShown(help) && (
        <div className={styles.help} id={`${id}-help`}>
          {help}
        </div>
      )}
      {error && (
        <div className={styles.error} id={`${id}-error`}>
          <Icon name="alert" />
          {error}
        </div>
      )}
    </>
  )
}

export function describeControl(id: string, help: ReactNode, error: string | undefined) {
  const ids = [isShown(help) && `${id}-help`, error && `${id}-error`].filter(Boolean)
  return {
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    'aria-invalid': error ? (true as const) : undefined
  }
}

function isShown(help: ReactNode): boolean {
  return help !== undefined && help !== null && help !== false && help !== ''
}

function OptionalMark() {
  return <span className={styles.optional}> optional</span>
}
