import { Field, type FieldTexts } from '../field/field.tsx'
import { later } from '../shared/later.ts'
import { useStandIn } from '../shared/stand-in.tsx'
import { SelectFace } from './select-face.tsx'

export type SelectOption<Value extends string = string> = {
  value: Value
  label: string
  /** Lighter line under the option's label. */
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

const list = later(async () => (await import('./select-list.tsx')).SelectList)

/**
 * Choice of one option from a list that is too long for RadioCards. Arrow keys, typing the first letters, Enter and Esc
 * work.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, help, error, isOptional, id } = props
  const { real: SelectList, ref, press } = useStandIn(list)
  return (
    <Field label={label} help={help} error={error} isOptional={isOptional} id={id}>
      {control =>
        SelectList ? (
          <SelectList {...props} control={control} triggerRef={ref} />
        ) : (
          <SelectFace {...props} control={control} triggerRef={ref} onPress={press} />
        )
      }
    </Field>
  )
}
