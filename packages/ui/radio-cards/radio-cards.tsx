import { type ReactNode, useId } from 'react'
import { FieldGroup, type FieldTexts } from '../field/field.tsx'
import styles from './radio-cards.module.css'

export type RadioCard<Value extends string = string> = {
  value: Value
  label: string
  description?: ReactNode
  /** Illustration of the choice; the text still carries the meaning. */
  picture?: ReactNode
  isDisabled?: boolean | undefined
}

export type RadioCardsProps<Value extends string = string> = FieldTexts & {
  options: ReadonlyArray<RadioCard<Value>>
  name?: string | undefined
  id?: string | undefined
  value?: Value | null | undefined
  defaultValue?: Value | undefined
  onChange?: ((value: Value) => void) | undefined
  /** Minimum width of a card, in rem; each row has as many as fit. 12 by default. */
  cardRem?: number | undefined
  /** Whether the label is visually hidden, for when a heading on the page already says it. */
  isLabelHidden?: boolean | undefined
}

/**
 * Choice among a few options, shown as cards. Native radio inputs: arrow keys move, and the choice is posted with a
 * form.
 */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const {
    label,
    help,
    error,
    isOptional,
    id,
    options,
    value,
    defaultValue,
    onChange,
    cardRem = 12
  } = props
  const ownName = useId()
  const name = props.name ?? ownName
  const columns = `repeat(auto-fill, minmax(min(100%, ${cardRem}rem), 1fr))`
  return (
    <FieldGroup
      label={label}
      help={help}
      error={error}
      isOptional={isOptional}
      isLabelHidden={props.isLabelHidden}
      id={id}
    >
      {() => (
        <div className={styles.cards} style={{ gridTemplateColumns: columns }}>
          {options.map(option => (
            <label key={option.value} className={styles.card}>
              <input
                className={styles.input}
                type="radio"
                name={name}
                value={option.value}
                disabled={option.isDisabled}
                onChange={() => onChange?.(option.value)}
                {...(value === undefined
                  ? { defaultChecked: option.value === defaultValue }
                  : { checked: option.value === value })}
              />
              {option.picture !== undefined && (
                <span className={styles.picture}>{option.picture}</span>
              )}
              <span className={styles.label}>{option.label}</span>
              {option.description !== undefined && (
                <span className={styles.description}>{option.description}</span>
              )}
            </label>
          ))}
        </div>
      )}
    </FieldGroup>
  )
}
