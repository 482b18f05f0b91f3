import { type ReactNode, useId } from 'react'
import { Icon } from '../icon/icon.tsx'
import hidden from '../shared/visually-hidden.module.css'
import styles from './field.module.css'

/** Texts around a control; every form control of the interface takes them. */
export type FieldTexts = {
  label: string
  help?: ReactNode
  error?: string | undefined
  /** Whether the label says that the field is optional; all other fields are required. */
  isOptional?: boolean | undefined
}

/** Attributes that the control inside sets on itself, linking it to its label, help and error. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldProps = FieldTexts & {
  id?: string | undefined
  /** Whether the label is visually hidden, for when a heading right above already says the same. */
  isLabelHidden?: boolean | undefined
  children: (control: FieldControl) => ReactNode
}

/** Form field: the label above the control, the help below it, then the error. */
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

/** Field for a group of controls, with a legend instead of a label. */
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

/** Help and error under a control; their ids match those of describeControl. */
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
