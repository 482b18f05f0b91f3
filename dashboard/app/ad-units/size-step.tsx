import { screenTypes as screenTypeIds } from '@mille/api/constants.ts'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { fieldText } from '../page/messages.ts'
import { sizeChoices } from './choices.ts'
import { adUnitWizardMessages as messages, screenTypes } from './messages.ts'
import { SizePicture } from './size-picture.tsx'
import type { Offered, StepProps } from './step-props.ts'

const screenOptions = screenTypeIds.map(value => ({ value, ...screenTypes[value] }))

export function ScreenStep({ stores: { change }, draft, problems }: StepProps) {
  const { fields } = messages
  return (
    <RadioCards
      label={fields.screen_type}
      help={messages.screenHelp}
      name="screen_type"
      options={screenOptions}
      value={draft.screen_type}
      error={fieldText(fields.screen_type, problems.screen_type)}
      onChange={screen_type => change({ screen_type })}
    />
  )
}

type SizeStepProps = StepProps & Pick<Offered, 'sizes'>

export function SizeStep({ stores: { change }, draft, problems, sizes }: SizeStepProps) {
  const { fields } = messages
  return (
    <RadioCards
      label={fields.size}
      help={messages.sizeHelp}
      name="size"
      cardRem={10}
      options={sizeChoices(draft.screen_type, sizes, draft.size).map(choice => ({
        ...choice,
        picture: <SizePicture size={choice.value} />
      }))}
      value={draft.size}
      error={fieldText(fields.size, problems.size)}
      onChange={size => change({ size })}
    />
  )
}
