import { Combobox } from '@base-ui/react/combobox'
import type { FieldControl } from '../field/field.tsx'
import { Icon } from '../icon/icon.tsx'
import frame from '../shared/field-box.module.css'
import type { TriggerRef } from '../shared/stand-in.tsx'
import type { SearchSelectProps } from './search-select.tsx'
import styles from './select.module.css'
import type { SelectOption } from './select.tsx'

type SearchListProps<Value extends string> = SearchSelectProps<Value> & {
  control: FieldControl
  triggerRef: TriggerRef
}

/** Implementation of SearchSelect, loaded on demand. */
export function SearchList<Value extends string>(props: SearchListProps<Value>) {
  const { options, value, placeholder = 'Choose', disabled = false, control, triggerRef } = props
  return (
    <Combobox.Root<SelectOption<Value>>
      {...(props.name === undefined ? {} : { name: props.name })}
      items={options}
      value={options.find(option => option.value === value) ?? null}
      isItemEqualToValue={(one, other) => one.value === other.value}
      disabled={disabled}
      autoHighlight
      onValueChange={option => {
        if (option !== null) props.onChange?.(option.value)
      }}
    >
      <Combobox.Trigger {...control} ref={triggerRef} className={styles.trigger}>
        <span className={styles.value} data-placeholder={value === null ? '' : undefined}>
          <Combobox.Value placeholder={placeholder} />
        </span>
        <Combobox.Icon className={styles.chevron}>
          <Icon name="chevron-down" />
        </Combobox.Icon>
      </Combobox.Trigger>
      <SearchPopup {...props} />
    </Combobox.Root>
  )
}

function SearchPopup<Value extends string>(props: SearchListProps<Value>) {
  const { label, searchLabel, nothingFound } = props
  return (
    <Combobox.Portal>
      <Combobox.Positioner className={styles.positioner} sideOffset={4}>
        <Combobox.Popup className={styles.popup} aria-label={label}>
          <div className={styles.search}>
            <div className={frame.box}>
              <span className={styles.searchIcon}>
                <Icon name="search" />
              </span>
              <Combobox.Input
                className={frame.input}
                aria-label={searchLabel}
                placeholder={searchLabel}
              />
            </div>
          </div>
          <Combobox.Empty className={styles.empty}>{nothingFound}</Combobox.Empty>
          <Combobox.List className={`${styles.list} ${styles.found}`} aria-label={label}>
            {(option: SelectOption<Value>) => <Option key={option.value} option={option} />}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}

function Option({ option }: { option: SelectOption }) {
  return (
    <Combobox.Item className={styles.option} value={option} disabled={option.isDisabled ?? false}>
      <span>
        {option.label}
        {option.description && <span className={styles.description}>{option.description}</span>}
      </span>
      <Combobox.ItemIndicator className={styles.chosen}>
        <Icon name="check" />
      </Combobox.ItemIndicator>
    </Combobox.Item>
  )
}
