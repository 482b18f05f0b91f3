import { unitKinds } from '@mille/api/constants.ts'
import { type AdUnitStep, siteCategories } from '@mille/stores/ad-unit-draft/ad-unit-rules.ts'
import { completeWebAddress } from '@mille/stores/shared/web-address.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { RadioCards } from '@mille/ui/radio-cards/radio-cards.tsx'
import { useStore } from '@nanostores/react'
import { useApp } from '../page/app-context.tsx'
import { categoryLabels } from '../page/category-labels.ts'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import { SignInNotice } from '../sign-in/sign-in-notice.tsx'
import { stepHref } from '../wizard/wizard.tsx'
import { EstimationCard } from './estimation-card.tsx'
import { FeaturePackages } from './feature-packages.tsx'
import {
  adTypes,
  disallowedLabels,
  adUnitWizardMessages as messages,
  screenTypes,
  unitTypes
} from './messages.ts'
import { sizeLabel } from './size-picture.tsx'
import type { StepProps } from './step-props.ts'

const kindOptions = unitKinds.map(value => ({ value, ...unitTypes[value] }))

/** The last step: the estimated earnings, the way to take part and a summary. Creating the unit gives its code. */
export function ReviewStep({ stores, draft, problems, path }: StepProps & { path: string }) {
  const { session } = useApp()
  const isAuthorized = useStore(session.$isAuthorized)
  const { fields } = messages
  return (
    <>
      <EstimationCard draft={draft} />
      <RadioCards
        label={fields.kind}
        name="kind"
        cardRem={14}
        options={kindOptions}
        value={draft.ad_unit_type}
        error={fieldText(fields.kind, problems.kind)}
        onChange={ad_unit_type => stores.change({ ad_unit_type })}
      />
      <FeaturePackages />
      <Card title={messages.summary}>
        <dl className={layout.facts}>
          {summaryOf(draft).map(({ step, name, value }) => (
            <div key={step} className={layout.fact}>
              <dt>{name}</dt>
              <dd>
                {value}{' '}
                <Link href={stepHref(path, step)} aria-label={`${messages.change}: ${name}`}>
                  {messages.change}
                </Link>
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      {!isAuthorized && <SignInNotice>{messages.signIn}</SignInNotice>}
    </>
  )
}

function summaryOf(draft: StepProps['draft']): { step: AdUnitStep; name: string; value: string }[] {
  const { fields } = messages
  const categories = siteCategories.filter(({ id }) => draft.category_ids.includes(String(id)))
  const unwanted = draft.disallowed_ratings.map(it => disallowedLabels[it].split(':')[0])
  return [
    { step: 'page', name: fields.page_url, value: completeWebAddress(draft.page_url) },
    { step: 'screen', name: fields.screen_type, value: screenTypes[draft.screen_type].label },
    { step: 'size', name: fields.size, value: sizeLabel(draft.size) },
    {
      step: 'disallowed',
      name: fields.disallowed_ratings,
      value: unwanted.join(', ') || messages.none
    },
    { step: 'ads', name: fields.ad_type, value: adTypes[draft.ad_type].label },
    { step: 'impressions', name: fields.impressions, value: draft.impressions },
    {
      step: 'categories',
      name: fields.category_ids,
      value: categories.map(({ name }) => categoryLabels[name] ?? name).join(', ') || messages.none
    }
  ]
}
