import { screenTypes as screenTypeIds } from '@mille/api/constants.ts'
import { sizesFor } from '@mille/stores/ad-unit-draft/ad-unit-rules.ts'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { fieldText } from '../page/messages.ts'
import { wizardMessages as messages, screenTypes } from './messages.ts'
import { SizePicture, sizeLabel } from './size-picture.tsx'
import type { StepProps } from './step-props.ts'

const screenOptions = screenTypeIds.map(value => ({ value, ...screenTypes[value] }))

export function ScreenStep({ stores: { change }, draft, problems }: StepProps) {
  const { fields } = messages
  return (
    <RadioCards
      label={fields.screen_type}
      name="screen_type"
      options={screenOptions}
      value={draft.screen_type}
      error={fieldText(fields.screen_type, problems.screen_type)}
      onChange={screen_type => change({ screen_type })}
    />
  )
}

export function SizeStep({ stores: { change }, draft, problems }: StepProps) {
  const { fields } = messages
  return (
    <RadioCards
      label={fields.size}
      help={messages.sizeHelp}
      name="size"
      cardRem={10}
      options={sizesFor(draft.screen_type).map(size => ({
        value: size,
        label: sizeLabel(size),
        picture: <SizePicture size={size} />
      }))}
      value={draft.size}
      error={fieldText(fields.size, problems.size)}
      onChange={size => change({ size })}
    />
  )
}
