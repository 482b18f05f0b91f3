import { checkLinkMacros, linkMacros, sampleValues } from '@mille/api/campaigns/link-macros.ts'
import { addressOfClick, utmLength } from '@mille/api/campaigns/utm.ts'
import { utmNames } from '@mille/api/constants.ts'
import { completeWebAddress } from '@mille/stores/shared/web-address.ts'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import { campaignWizardMessages } from './messages.ts'
import type { StepProps } from './step-props.ts'

const messages = {
  macros: `Filled in at each click: ${linkMacros.map(name => `{${name}}`).join(', ')}`,
  preview: 'A click then opens, for example',
  noLink: 'Enter the link to see an example.'
}

/** The five parameters, and the address that a click would open with them. */
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
      <p className={`${layout.soft} ${layout.small}`}>{messages.macros}</p>
      <p className={layout.small} aria-live="polite">
        <ClickPreview draft={draft} />
      </p>
    </>
  )
}

function ClickPreview({ draft }: Pick<StepProps, 'draft'>) {
  const address = exampleOf(draft)
  if (address === null) return messages.noLink
  return (
    <>
      {messages.preview}{' '}
      <bdi dir="ltr" className={layout.words}>
        {address}
      </bdi>
    </>
  )
}

/** Null while the link is none that could be clicked. */
function exampleOf(draft: StepProps['draft']): string | null {
  const link = completeWebAddress(draft.creative_link)
  if (checkLinkMacros(link) !== null || !URL.canParse(link)) return null
  const name = draft.name.trim() || draft.link_text.trim() || sampleValues.campaign_name
  return addressOfClick(link, draft, { ...sampleValues, campaign_name: name })
}
