import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldTexts } from '../field/field.tsx'
import frame from '../shared/field-box.module.css'
import { joinClasses } from '../shared/join-classes.ts'
import { useEarlyWords } from '../shared/use-early-words.ts'
import styles from './text-field.module.css'

export type TextFieldProps = FieldTexts & {
  /** Content inside the field, before the text: a unit, `https://`, an icon. */
  prefix?: ReactNode
  /** Content inside the field, after the text: a unit, a button. */
  suffix?: ReactNode
  /** Whether the text is monospaced, for addresses and codes. */
  isCode?: boolean | undefined
} & Omit<ComponentProps<'input'>, 'className' | 'style' | 'prefix' | 'ref'>

/** Input for one line of text. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    help,
    error,
    isOptional,
    id,
    prefix,
    suffix,
    isCode,
    type = 'text',
    ...attributes
  } = props
  const ref = useEarlyWords(attributes)
  return (
    <Field label={label} help={help} error={error} isOptional={isOptional} id={id}>
      {control => (
        <div className={frame.box}>
          {prefix !== undefined && <span className={styles.affix}>{prefix}</span>}
          <input
            {...attributes}
            {...control}
            ref={ref}
            type={type}
            className={joinClasses(frame.input, isCode && styles.code)}
          />
          {suffix !== undefined && <span className={styles.affix}>{suffix}</span>}
        </div>
      )}
    </Field>
  )
}
