import { Field } from '../field/field.tsx'
import { later } from '../shared/later.ts'
import { useStandIn } from '../shared/stand-in.tsx'
import type { SelectProps } from './select.tsx'
import { SelectFace } from './select-face.tsx'

export type SearchSelectProps<Value extends string = string> = Omit<
  SelectProps<Value>,
  'onBlur' | 'defaultValue' | 'value'
> & {
  value: Value | null
  /** Name of the search field above the list. */
  searchLabel: string
  /** Shown in place of the list when no option matches. */
  nothingFound: string
}

const list = later(async () => (await import('./search-list.tsx')).SearchList)

/**
 * Choice of one option from a list that is so long that people search it. A search field at the top of the list finds
 * every option whose label contains the text. Arrow keys, Enter and Esc work.
 */
export function SearchSelect<Value extends string>(props: SearchSelectProps<Value>) {
  const { label, help, error, isOptional, id } = props
  const { real: SearchList, ref, press } = useStandIn(list)
  return (
    <Field label={label} help={help} error={error} isOptional={isOptional} id={id}>
      {control =>
        SearchList ? (
          <SearchList {...props} control={control} triggerRef={ref} />
        ) : (
          <SelectFace {...props} control={control} triggerRef={ref} onPress={press} />
        )
      }
    </Field>
  )
}
