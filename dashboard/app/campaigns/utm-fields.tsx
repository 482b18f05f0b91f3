import { linkMacros } from '@mille/api/campaigns/link-macros.ts'
import { utmLength } from '@mille/api/campaigns/utm.ts'
import { utmNames } from '@mille/api/constants.ts'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import { campaignWizardMessages } from './messages.ts'
import type { StepProps } from './step-props.ts'

const macrosHelp = `Filled in at each click: ${linkMacros.map(name => `{${name}}`).join(', ')}`

/** The fields of the five UTM parameters, and the rules for their values. */
export function UtmFields({ stores: { change }, draft, problems }: StepProps) {
  const { fields } = campaignWizardMessages
  return (
    <>
      <div className={layout.pair}>
        {utmNames.map(name => (
          <TextField
            key={name}
            label={fields[name]}
            help={name}
            name={name}
            isOptional
            autoComplete="off"
            maxLength={utmLength}
            value={draft[name]}
            error={fieldText(fields[name], problems[name])}
            onChange={event => change({ [name]: event.target.value })}
          />
        ))}
      </div>
      <p className={`${layout.soft} ${layout.small}`}>{macrosHelp}</p>
    </>
  )
}
