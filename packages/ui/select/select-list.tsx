import { Select as BaseSelect } from '@base-ui/react/select'
import type { FieldControl } from '../field/field.tsx'
import { Icon } from '../icon/icon.tsx'
import type { TriggerRef } from '../shared/stand-in.tsx'
import styles from './select.module.css'
import type { SelectOption, SelectProps } from './select.tsx'

type SelectListProps<Value extends string> = SelectProps<Value> & {
  control: FieldControl
  triggerRef: TriggerRef
}

/** Implementation of Select, loaded on demand. */
export function SelectList<Value extends string>(props: SelectListProps<Value>) {
  const { options, name, placeholder = 'Choose', disabled = false, control, triggerRef } = props
  const chosen =
    props.value === undefined
      ? { defaultValue: props.defaultValue ?? null }
      : { value: props.value }
  return (
    <BaseSelect.Root<Value>
      {...chosen}
      {...(name === undefined ? {} : { name })}
      items={options}
      disabled={disabled}
      onValueChange={value => {
        if (value !== null) props.onChange?.(value)
      }}
    >
      <BaseSelect.Trigger
        {...control}
        ref={triggerRef}
        onBlur={props.onBlur}
        className={styles.trigger}
      >
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
