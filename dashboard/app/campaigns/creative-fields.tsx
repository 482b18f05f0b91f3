import { creativeLengths, ratings } from '@mille/api/constants.ts'
import { adWords } from '@mille/api/delivery/ad-words.ts'
import { wizardLanguages } from '@mille/stores/campaign-draft/stored-creative.ts'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { Suspense } from 'react'
import { languageName } from '../page/language-name.ts'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { fieldText } from '../page/messages.ts'
import { countedText } from './counted-text.tsx'
import { campaignWizardMessages as messages, ratingLabels } from './messages.ts'
import type { CreativeFieldProps } from './step-props.ts'

// Loaded separately, because the list of categories is long and few ads are begun with it.
const ProductCategoryField = lazyPart(
  async () => (await import('./product-category-field.tsx')).ProductCategoryField
)

const languageOptions = wizardLanguages.map(value => ({ value, label: languageName(value) }))
const ratingOptions = (['none', ...ratings] as const).map(value => ({
  value,
  ...ratingLabels[value]
}))

/** The fields for headline, text and call to action, with the number of characters used. */
export function WordsFields({ stores: { change }, draft, problems }: CreativeFieldProps) {
  const { fields } = messages
  const headline = countedText({
    label: fields.link_text,
    text: draft.link_text,
    max: creativeLengths.link_text,
    help: messages.headlineHelp
  })
  const text = countedText({
    label: fields.creative_text,
    text: draft.creative_text,
    max: creativeLengths.creative_text,
    help: messages.textHelp
  })
  const action = countedText({
    label: fields.creative_action,
    text: draft.creative_action,
    max: creativeLengths.creative_action,
    help: messages.actionHelp
  })
  return (
    <>
      <TextField
        label={fields.link_text}
        help={headline.help}
        name="link_text"
        value={draft.link_text}
        error={headline.error ?? fieldText(fields.link_text, problems.link_text)}
        onChange={event => change({ link_text: event.target.value })}
      />
      <TextArea
        label={fields.creative_text}
        help={text.help}
        name="creative_text"
        rows={3}
        value={draft.creative_text}
        error={text.error ?? fieldText(fields.creative_text, problems.creative_text)}
        onChange={event => change({ creative_text: event.target.value })}
      />
      <TextField
        label={fields.creative_action}
        help={action.help}
        name="creative_action"
        isOptional
        placeholder={adWords(draft.language).learnMore}
        value={draft.creative_action}
        error={action.error ?? fieldText(fields.creative_action, problems.creative_action)}
        onChange={event => change({ creative_action: event.target.value })}
      />
    </>
  )
}

/** The fields for what decides where the ad fits: the language of its text, its subject, and what it sells. */
export function ReaderFields({ stores: { change }, draft, problems }: CreativeFieldProps) {
  const { fields } = messages
  return (
    <>
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
      <Suspense fallback={<Skeleton height="6.5rem" />}>
        <ProductCategoryField
          value={draft.product_category}
          problem={problems.product_category}
          onChange={change}
        />
      </Suspense>
    </>
  )
}
