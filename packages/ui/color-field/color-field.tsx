import { Field, type FieldTexts } from '../field/field.tsx'
import frame from '../shared/field-box.module.css'
import styles from './color-field.module.css'

export type ColorFieldProps = FieldTexts & {
  /** Typed text: a color as `#rrggbb`, or an unfinished one. */
  value: string
  onChange: (value: string) => void
  id?: string | undefined
  name?: string | undefined
  disabled?: boolean | undefined
}

/** A color as a swatch that opens the browser's picker, and as text that can be typed or pasted. */
export function ColorField({
  label,
  help,
  error,
  isOptional,
  value,
  onChange,
  id,
  name,
  disabled
}: ColorFieldProps) {
  const color = readColor(value)
  return (
    <Field label={label} help={help} error={error} isOptional={isOptional} id={id}>
      {control => (
        <div className={frame.box}>
          <input
            className={styles.swatch}
            type="color"
            aria-label={`${label}: pick`}
            value={color ?? '#000000'}
            data-empty={color === null || undefined}
            disabled={disabled}
            onChange={event => onChange(event.target.value)}
          />
          <input
            {...control}
            className={`${frame.input} ${styles.text}`}
            type="text"
            name={name}
            value={value}
            disabled={disabled}
            spellCheck={false}
            autoComplete="off"
            onChange={event => onChange(event.target.value)}
            // When the field loses focus, a pasted `ABC` or `aabbcc` is replaced by its full form.
            onBlur={() => color !== null && color !== value && onChange(color)}
          />
        </div>
      )}
    </Field>
  )
}

/** Reads `#rrggbb` from what was typed, with or without `#`, with three or six digits; null when it is not a color. */
export function readColor(text: string): string | null {
  const digits = text.trim().replace(/^#/, '').toLowerCase()
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`
  if (/^[0-9a-f]{3}$/.test(digits)) return `#${[...digits].map(it => it + it).join('')}`
  return null
}
