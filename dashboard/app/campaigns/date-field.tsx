import { MomentField } from '../page/forms/moment-field.tsx'
import { fieldText } from '../page/messages.ts'
import { campaignWizardMessages as messages } from './messages.ts'
import type { StepProps } from './step-props.ts'

type DateFieldProps = StepProps & { name: 'starts_at' | 'ends_at' }

/** The field for a campaign's start or end. */
export function DateField({ stores: { change }, draft, problems, name }: DateFieldProps) {
  const label = messages.fields[name]
  return (
    <MomentField
      label={label}
      help={messages.datesHelp[name]}
      name={name}
      isOptional
      value={draft[name]}
      error={fieldText(label, problems[name])}
      onChange={value => change({ [name]: value })}
    />
  )
}
