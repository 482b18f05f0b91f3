import { adTypes as adTypeIds } from '@mille/api/constants.ts'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { fieldText } from '../page/messages.ts'
import { adTypes, adUnitWizardMessages as messages } from './messages.ts'
import type { StepProps } from './step-props.ts'

const adTypeOptions = adTypeIds.map(value => ({ value, ...adTypes[value] }))

export function AdsStep({ stores: { change }, draft, problems }: StepProps) {
  const { fields } = messages
  return (
    <RadioCards
      label={fields.ad_type}
      name="ad_type"
      options={adTypeOptions}
      value={draft.ad_type}
      error={fieldText(fields.ad_type, problems.ad_type)}
      onChange={ad_type => change({ ad_type })}
    />
  )
}
