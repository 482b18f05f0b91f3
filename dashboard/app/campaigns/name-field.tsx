import { campaignNameLength } from '@mille/api/constants.ts'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { fieldText } from '../page/messages.ts'
import { countedText } from './counted-text.tsx'
import { campaignWizardMessages as messages } from './messages.ts'
import type { StepProps } from './step-props.ts'

/** The field for the campaign's name, which only its owner sees. Without a name, the headline is used. */
export function NameField({ stores: { change }, draft, problems }: StepProps) {
  const { fields } = messages
  const { help, error } = countedText({
    label: fields.name,
    text: draft.name,
    max: campaignNameLength,
    help: messages.nameHelp
  })
  return (
    <TextField
      label={fields.name}
      help={help}
      name="name"
      isOptional
      autoComplete="off"
      placeholder={draft.link_text.trim()}
      value={draft.name}
      error={error ?? fieldText(fields.name, problems.name)}
      onChange={event => change({ name: event.target.value })}
    />
  )
}
