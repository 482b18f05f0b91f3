import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from '../field/field.tsx'
import { useEarlyWords } from '../shared/use-early-words.ts'
import styles from './text-area.module.css'

export type TextAreaProps = FieldTexts &
  Omit<ComponentProps<'textarea'>, 'className' | 'style' | 'ref'>

/** Input for several lines of text; it grows with its content if the browser supports that. */
export function TextArea({
  label,
  help,
  error,
  isOptional,
  id,
  rows = 4,
  ...attributes
}: TextAreaProps) {
  const ref = useEarlyWords(attributes)
  return (
    <Field label={label} help={help} error={error} isOptional={isOptional} id={id}>
      {control => (
        <textarea {...attributes} {...control} ref={ref} rows={rows} className={styles.area} />
      )}
    </Field>
  )
}
