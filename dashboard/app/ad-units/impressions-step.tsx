import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { fieldText } from '../page/messages.ts'
import { adUnitWizardMessages as messages } from './messages.ts'
import type { StepProps } from './step-props.ts'

export function ImpressionsStep({ stores: { change }, draft, problems }: StepProps) {
  const { fields } = messages
  return (
    <TextField
      label={fields.impressions}
      help={messages.impressionsHelp}
      name="impressions"
      inputMode="numeric"
      autoComplete="off"
      value={draft.impressions}
      error={fieldText(fields.impressions, problems.impressions)}
      onChange={event => change({ impressions: event.target.value })}
    />
  )
}
