import { TextField, type TextFieldProps } from '@mille/ui/text-field/text-field.tsx'
import type { SyntheticEvent } from 'react'

export type MomentFieldProps = Omit<TextFieldProps, 'type' | 'value' | 'onChange' | 'onBlur'> & {
  value: string
  onChange: (value: string) => void
}

/** No date: what is refused when a part of it is missing, which the browser keeps to itself. */
const incomplete = '?'

/** A date and a time. What is half typed stays: to the browser it is as empty as to us. */
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
