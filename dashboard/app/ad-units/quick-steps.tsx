import { adTypes as adTypeIds } from '@mille/api/constants.ts'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { useApp } from '../page/app-context.tsx'
import { languageName } from '../page/language-name.ts'
import { languageOptions } from '../page/language-options.ts'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import { SignInNotice } from '../sign-in/sign-in-notice.tsx'
import { CategoryField } from './category-field.tsx'
import { categoryChoices, sizeChoices } from './choices.ts'
import { ColorFields, LookField } from './look-fields.tsx'
import {
  adTypes,
  disallowedLabels,
  siteMessages,
  adUnitWizardMessages as wizardMessages
} from './messages.ts'
import { PageStep, type PageStepProps } from './page-step.tsx'
import { quickAdUnitMessages as messages } from './quick-messages.ts'
import type { Offered, StepProps } from './step-props.ts'

const adTypeOptions = adTypeIds.map(value => ({ value, ...adTypes[value] }))

type QuickPageStepProps = PageStepProps & Pick<Offered, 'categories'>

/** The first screen: the page, and what is proposed for it. */
export function QuickPageStep({ categories, ...props }: QuickPageStepProps) {
  return (
    <>
      <PageStep {...props} />
      {props.draft.analysed !== '' && <About {...props} categories={categories} />}
    </>
  )
}

/** The subjects and the language of the page. It is opened when no subject was found. */
function About({ stores, draft, problems, categories }: StepProps & Pick<Offered, 'categories'>) {
  const { category_ids, language } = draft
  const fold = useRef<HTMLDetailsElement>(null)
  const isMissing = category_ids.length === 0 || 'category_ids' in problems
  useEffect(() => {
    if (isMissing && fold.current) fold.current.open = true
  }, [isMissing])
  const subjects = categoryChoices(categories, category_ids)
    .filter(({ value }) => category_ids.includes(value))
    .map(({ label }) => label)
  return (
    <details ref={fold} className={layout.more}>
      <summary>
        {messages.about(languageName(language), subjects.join(', ') || messages.noSubject)}
      </summary>
      <div className={layout.form}>
        <CategoryField
          offered={categories}
          chosen={category_ids}
          problem={problems.category_ids}
          onChange={chosen => stores.change({ category_ids: chosen })}
        />
        <Select
          label={siteMessages.language}
          name="language"
          options={languageOptions}
          value={language}
          error={fieldText(siteMessages.language, problems.language)}
          onChange={chosen => stores.change({ language: chosen })}
        />
      </div>
    </details>
  )
}

/** The second screen: how the ad looks. Creating the unit follows. */
export function QuickLookStep({
  stores,
  draft,
  problems,
  sizes
}: StepProps & Pick<Offered, 'sizes'>) {
  const { session } = useApp()
  const isAuthorized = useStore(session.$isAuthorized)
  const { fields } = wizardMessages
  const { settings } = draft
  const blocked = draft.disallowed_ratings.map(it => disallowedLabels[it].split(':')[0])
  return (
    <>
      <Select
        label={fields.size}
        name="size"
        options={sizeChoices(draft.screen_type, sizes, draft.size)}
        value={draft.size}
        error={fieldText(fields.size, problems.size)}
        onChange={size => stores.change({ size })}
      />
      <RadioCards
        label={fields.ad_type}
        name="ad_type"
        options={adTypeOptions}
        value={draft.ad_type}
        error={fieldText(fields.ad_type, problems.ad_type)}
        onChange={ad_type => stores.change({ ad_type })}
      />
      <LookField
        value={settings.look}
        onChange={look => stores.change({ settings: { ...settings, look } })}
      />
      <ColorFields color={settings.color} problems={problems} onChange={stores.changeColor} />
      <p className={layout.soft}>{messages.moreText(blocked.join(', ') || wizardMessages.none)}</p>
      {!isAuthorized && <SignInNotice>{wizardMessages.signIn}</SignInNotice>}
    </>
  )
}
