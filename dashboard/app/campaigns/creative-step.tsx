import { ratings } from '@mille/api/constants.ts'
import { wizardLanguages } from '@mille/stores/campaign-draft/campaign-rules.ts'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { languageName } from '../page/languages.ts'
import { fieldText } from '../page/messages.ts'
import { CouponField } from './coupon-field.tsx'
import { CreativePictures } from './creative-pictures.tsx'
import { LinkField } from './link-field.tsx'
import { campaignWizardMessages as messages, ratingLabels } from './messages.ts'
import type { StepProps } from './step-props.ts'

const languageOptions = wizardLanguages.map(value => ({ value, label: languageName(value) }))
const ratingOptions = (['none', ...ratings] as const).map(value => ({
  value,
  ...ratingLabels[value]
}))

export function CreativeStep(props: StepProps & { isEdit: boolean }) {
  const {
    stores: { change },
    draft,
    problems
  } = props
  const { fields } = messages
  return (
    <>
      <TextField
        label={fields.link_text}
        help={messages.headlineHelp}
        name="link_text"
        maxLength={60}
        value={draft.link_text}
        error={fieldText(fields.link_text, problems.link_text)}
        onChange={event => change({ link_text: event.target.value })}
      />
      <TextArea
        label={fields.creative_text}
        help={messages.textHelp}
        name="creative_text"
        maxLength={160}
        rows={3}
        value={draft.creative_text}
        error={fieldText(fields.creative_text, problems.creative_text)}
        onChange={event => change({ creative_text: event.target.value })}
      />
      <LinkField {...props} />
      <Select
        label={fields.language}
        name="language"
        options={languageOptions}
        value={draft.language}
        error={fieldText(fields.language, problems.language)}
        onChange={language => change({ language })}
      />
      <RadioCards
        label={fields.rating}
        help={messages.ratingHelp}
        name="rating"
        options={ratingOptions}
        value={draft.rating}
        error={fieldText(fields.rating, problems.rating)}
        onChange={rating => change({ rating })}
      />
      <CreativePictures {...props} />
      <CouponField {...props} />
    </>
  )
}
