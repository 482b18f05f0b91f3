import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { Field, type FieldTexts } from '../field/field.tsx'
import { Icon } from '../icon/icon.tsx'
import popup from '../select/select.module.css'
import type { SelectOption } from '../select/select.tsx'
import frame from '../shared/field-box.module.css'
import styles from './combobox.module.css'

export type ComboboxProps<Value extends string = string> = FieldTexts & {
  options: ReadonlyArray<SelectOption<Value>>
  value: Value | null
  onChange: (value: Value | null) => void
  id?: string | undefined
  name?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  /** Said in place of the list when nothing matches what was typed. */
  emptyText?: string | undefined
}

/** One out of a list that is too long to look through: what is typed narrows it. Text that names none is taken back. */
export function Combobox<Value extends string>(props: ComboboxProps<Value>) {
  const { label, help, error, isOptional, id, options, name, placeholder, disabled = false } = props
  const { emptyText = 'Nothing matches.' } = props
  const chosen = options.find(option => option.value === props.value) ?? null
  return (
    <Field label={label} help={help} error={error} isOptional={isOptional} id={id}>
      {control => (
        <BaseCombobox.Root<SelectOption<Value>>
          items={options}
          value={chosen}
          onValueChange={option => props.onChange(option?.value ?? null)}
          isItemEqualToValue={(a, b) => a.value === b.value}
          disabled={disabled}
          autoHighlight
          {...(name === undefined ? {} : { name })}
        >
          <BaseCombobox.InputGroup className={frame.box}>
            <BaseCombobox.Input {...control} className={frame.input} placeholder={placeholder} />
            <BaseCombobox.Trigger className={styles.trigger} aria-label={`${label}: all`}>
              <Icon name="chevron-down" />
            </BaseCombobox.Trigger>
          </BaseCombobox.InputGroup>
          <BaseCombobox.Portal>
            <BaseCombobox.Positioner className={popup.positioner} sideOffset={4}>
              <BaseCombobox.Popup className={popup.popup} aria-label={label}>
                <BaseCombobox.Empty>
                  <div className={styles.empty}>{emptyText}</div>
                </BaseCombobox.Empty>
                <BaseCombobox.List className={popup.list}>
                  {(option: SelectOption<Value>) => <Option key={option.value} option={option} />}
                </BaseCombobox.List>
              </BaseCombobox.Popup>
            </BaseCombobox.Positioner>
          </BaseCombobox.Portal>
        </BaseCombobox.Root>
      )}
    </Field>
  )
}

function Option({ option }: { option: SelectOption }) {
  return (
    <BaseCombobox.Item
      className={popup.option}
      value={option}
      disabled={option.isDisabled ?? false}
    >
      <span>
        {option.label}
        {option.description && <span className={popup.description}>{option.description}</span>}
      </span>
      <BaseCombobox.ItemIndicator className={popup.chosen}>
        <Icon name="check" />
      </BaseCombobox.ItemIndicator>
    </BaseCombobox.Item>
  )
}
