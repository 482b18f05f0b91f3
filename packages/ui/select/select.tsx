import { Select as BaseSelect } from '@base-ui/react/select'
import { Field, type FieldTexts } from '../field/field.tsx'
import { Icon } from '../icon/icon.tsx'
import styles from './select.module.css'

export type SelectOption<Value extends string = string> = {
  value: Value
  label: string
  /** A lighter line under the label. */
  description?: string | undefined
  isDisabled?: boolean | undefined
}

export type SelectProps<Value extends string = string> = FieldTexts & {
  options: ReadonlyArray<SelectOption<Value>>
  id?: string | undefined
  name?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  onChange?: ((value: Value) => void) | undefined
  onBlur?: (() => void) | undefined
} & (
    | { value: Value | null; defaultValue?: undefined }
    | { value?: undefined; defaultValue?: Value | undefined }
  )

/** One out of a list that is too long for RadioCards. Arrows, typing the first letters, Enter and Esc work. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const {
    label,
    help,
    error,
    isOptional,
    id,
    options,
    name,
    placeholder = 'Choose',
    disabled = false
  } = props
  const chosen =
    props.value === undefined
      ? { defaultValue: props.defaultValue ?? null }
      : { value: props.value }
  return (
    <Field label={label} help={help} error={error} isOptional={isOptional} id={id}>
      {control => (
        <BaseSelect.Root<Value>
          {...chosen}
          {...(name === undefined ? {} : { name })}
          items={options}
          disabled={disabled}
          onValueChange={value => {
            if (value !== null) props.onChange?.(value)
          }}
        >
          <BaseSelect.Trigger {...control} onBlur={props.onBlur} className={styles.trigger}>
            <BaseSelect.Value className={styles.value} placeholder={placeholder} />
            <BaseSelect.Icon className={styles.chevron}>
              <Icon name="chevron-down" />
            </BaseSelect.Icon>
          </BaseSelect.Trigger>
          <BaseSelect.Portal>
            <BaseSelect.Positioner
              className={styles.positioner}
              sideOffset={4}
              alignItemWithTrigger={false}
            >
              <BaseSelect.Popup className={styles.popup}>
                <BaseSelect.List className={styles.list}>
                  {options.map(option => (
                    <Option key={option.value} option={option} />
                  ))}
                </BaseSelect.List>
              </BaseSelect.Popup>
            </BaseSelect.Positioner>
          </BaseSelect.Portal>
        </BaseSelect.Root>
      )}
    </Field>
  )
}

function Option({ option }: { option: SelectOption }) {
  return (
    <BaseSelect.Item
      className={styles.option}
      value={option.value}
      disabled={option.isDisabled ?? false}
    >
      <span>
        <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
        {option.description && <span className={styles.description}>{option.description}</span>}
      </span>
      <BaseSelect.ItemIndicator className={styles.chosen}>
        <Icon name="check" />
      </BaseSelect.ItemIndicator>
    </BaseSelect.Item>
  )
}
