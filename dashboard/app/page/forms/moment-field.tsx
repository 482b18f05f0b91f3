import { TextField, type TextFieldProps } from '@mille/ui/text-field/text-field.tsx'
import type { SyntheticEvent } from 'react'

export type MomentFieldProps = Omit<TextFieldProps, 'type' | 'value' | 'onChange' | 'onBlur'> & {
  value: string
  onChange: (value: string) => void
}

/** An invalid date that represents incomplete input, which the browser does not reveal. The server rejects it. */
const incomplete = '?'

/** A field for a date and time. Incomplete input stays in the field, although the browser reports it as empty. */
export function MomentField({ value, onChange, ...field }: MomentFieldProps) {
  function read({ currentTarget }: SyntheticEvent<HTMLInputElement>) {
    const typed = currentTarget.validity.badInput ? incomplete : currentTarget.value
    if (typed !== value) onChange(typed)
  }

  return (
    <TextField
      {...field}
      type="datetime-local"
      value={value === incomplete ? '' : value}
      onChange={read}
      onBlur={read}
    />
  )
}
