import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from '../field/field.tsx'
import styles from './text-area.module.css'

export type TextAreaProps = FieldTexts & Omit<ComponentProps<'textarea'>, 'className' | 'style'>

/** Several lines of text; it grows with what is typed where the browser can. */
export function TextArea({
  label,
  help,
  error,
  isOptional,
  id,
  rows = 4,
  ...attributes
}: TextAreaProps) {
  return (
    <Field label={label} help={help} error={error} isOptional={isOptional} id={id}>
      {control => <textarea {...attributes} {...control} rows={rows} className={styles.area} />}
    </Field>
  )
}
