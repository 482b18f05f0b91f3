import type { FieldControl } from '../field/field.tsx'
import { Icon } from '../icon/icon.tsx'
import type { TriggerRef } from '../shared/stand-in.tsx'
import styles from './select.module.css'
import type { SelectProps } from './select.tsx'

type SelectFaceProps<Value extends string> = SelectProps<Value> & {
  control: FieldControl
  triggerRef: TriggerRef
  onPress: () => void
}

const openingKeys = ['ArrowDown', 'ArrowUp']

/** Closed Select, shown until the code of its list has loaded. */
export function SelectFace<Value extends string>(props: SelectFaceProps<Value>) {
  const { options, placeholder = 'Choose', disabled = false, control, triggerRef, onPress } = props
  const value = props.value === undefined ? props.defaultValue : props.value
  const chosen = options.find(option => option.value === value)
  return (
    <button
      {...control}
      ref={triggerRef}
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      className={styles.trigger}
      disabled={disabled}
      data-disabled={disabled ? '' : undefined}
      onBlur={props.onBlur}
      onClick={onPress}
      onKeyDown={event => {
        if (openingKeys.includes(event.key)) onPress()
      }}
    >
      <span className={styles.value} data-placeholder={chosen ? undefined : ''}>
        {chosen?.label ?? placeholder}
      </span>
      <span className={styles.chevron} aria-hidden="true">
        <Icon name="chevron-down" />
      </span>
    </button>
  )
}
