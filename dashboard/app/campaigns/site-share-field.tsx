import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { fieldText } from '../page/messages.ts'
import type { StepProps } from './step-props.ts'
import { siteShareMessages as messages } from './visitors-messages.ts'

/** The field for the share of the daily budget that one site may take. */
export function SiteShareField({ stores: { change }, draft, problems }: StepProps) {
  return (
    <TextField
      label={messages.label}
      help={messages.help}
      error={fieldText(messages.label, problems.site_share_percent)}
      name="site_share_percent"
      isOptional
      autoComplete="off"
      inputMode="numeric"
      suffix="%"
      value={draft.site_share_percent}
      // The field already shows the percent sign.
      onChange={({ target }) => change({ site_share_percent: target.value.replace('%', '') })}
    />
  )
}
