import { TextField } from '@mille/ui/text-field/text-field.tsx'
import type { SyntheticEvent } from 'react'
import { fieldText } from '../page/messages.ts'
import { campaignWizardMessages as messages } from './messages.ts'
import type { StepProps } from './step-props.ts'

type DateFieldProps = StepProps & { name: 'starts_at' | 'ends_at' }

/** No date: what is refused when a part of it is missing, which the browser keeps to itself. */
const incomplete = '?'

/** When the campaign starts or ends. What is half typed stays: to the browser it is as empty as to us. */
export function DateField({ stores: { change }, draft, problems, name }: DateFieldProps) {
  const label = messages.fields[name]

  function read({ currentTarget }: SyntheticEvent<HTMLInputElement>) {
    const value = currentTarget.validity.badInput ? incomplete : currentTarget.value
    if (value !== draft[name]) change({ [name]: value })
  }

  return (
    <TextField
      label={label}
      help={messages.datesHelp[name]}
      name={name}
      type="datetime-local"
      isOptional
      value={draft[name] === incomplete ? '' : draft[name]}
      error={fieldText(label, problems[name])}
      onChange={read}
      onBlur={read}
    />
  )
}
