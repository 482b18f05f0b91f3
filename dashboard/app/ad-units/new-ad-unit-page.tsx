import { prepareAdUnitChecks } from '@mille/stores/ad-unit-draft/ad-unit-draft.ts'
import { adUnitSteps } from '@mille/stores/ad-unit-draft/ad-unit-rules.ts'
import { createUnitPageStores } from '@mille/stores/ad-unit-draft/unit-page.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useApp, useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { loadCategories, loadSizes } from '../page/loads/offered.ts'
import type { LoadArgs } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import { useDraft, useWizardStep } from '../wizard/use-wizard-step.ts'
import { Wizard } from '../wizard/wizard.tsx'
import type { Route } from './+types/new-ad-unit-page.ts'
import { AdsStep } from './ads-step.tsx'
import { CategoriesStep } from './categories-step.tsx'
import { DisallowedStep } from './disallowed-step.tsx'
import { ImpressionsStep } from './impressions-step.tsx'
import { adUnitWizardMessages as messages } from './messages.ts'
import { PageStep } from './page-step.tsx'
import { importPreview, PreviewCard } from './preview-card.tsx'
import { ReviewStep } from './review-step.tsx'
import { ScreenStep, SizeStep } from './size-step.tsx'
import type { Offered } from './step-props.ts'

// The wizard never starts with the preview, so its code loads when the browser is idle or with the step that needs it.
async function prepareSteps(): Promise<void> {
  await Promise.all([prepareAdUnitChecks(), importPreview().catch(() => null)])
}

const path = '/ad-units/new/'

const steps = adUnitSteps.map(id => ({ id, label: messages.steps[id] }))

async function load(args: LoadArgs): Promise<Offered> {
  const [sizes, categories] = await Promise.all([loadSizes(args), loadCategories(args)])
  return { sizes, categories }
}

export const loader = load
export const clientLoader = load
/** The wizard's steps are addresses of one page, so a change of step loads no data. */
export const shouldRevalidate = () => false
export const meta = ({ matches }: TitleArgs) =>
  pageTitle(matches, messages.title, messages.description)

export default function NewAdUnitPage({ loaderData }: Route.ComponentProps) {
  const {
    draftStores: stores,
    analysis,
    isUnread,
    lookAtPage
  } = useStores(createUnitPageStores, undefined)
  const isRestored = useDraft(stores.restore, prepareSteps)
  const draft = useStore(stores.$draft)
  const problems = useStore(stores.$problems)
  const attempt = useStore(stores.$attempt)
  const isSubmitting = useStore(stores.$isSubmitting)
  const { status } = useStore(analysis.$analysis)
  const { session, popups } = useApp()
  const isAuthorized = useStore(session.$isAuthorized)
  const { step, isShown, goTo } = useWizardStep(path, adUnitSteps, {
    reached: draft.reached,
    isRestored
  })
  const navigate = useNavigate()
  const [isSkipping, setIsSkipping] = useState(false)

  async function onContinue() {
    if (step === 'review') return create()
    if (!(await stores.finishStep(step))) return
    // The result of the page analysis is shown first; a second press continues.
    if (step === 'page' && isUnread()) return lookAtPage()
    const next = adUnitSteps[adUnitSteps.indexOf(step) + 1]
    if (next) goTo(next)
  }

  /** Creates the unit from the first step. The draft holds the recommended settings, or what was chosen before. */
  async function onSkip() {
    setIsSkipping(true)
    if (await isPageKnown()) await create()
    setIsSkipping(false)
  }

  async function isPageKnown(): Promise<boolean> {
    if (!(await stores.finishStep('page'))) return false
    if (isUnread()) await lookAtPage()
    return !isUnread()
  }

  async function create() {
    if (!isAuthorized) {
      popups.open({ name: 'CREATE_ACCOUNT' })
      return
    }
    const result = await stores.submit()
    if (result.state === 'created') void navigate(`/ad-units/${result.id}/placement?created=1`)
    else goTo(result.step)
  }

  const fields = { stores, draft, problems: problems.fields }
  return (
    <Wizard
      title={messages.title}
      path={path}
      steps={steps}
      current={step}
      reached={draft.reached}
      problems={problems}
      fieldLabels={messages.fields}
      attempt={attempt}
      onContinue={() => void onContinue()}
      continueLabel={step === 'review' ? messages.submit : undefined}
      isWorking={!isSkipping && (isSubmitting || (step === 'page' && status === 'loading'))}
      shortcut={
        step === 'page' && (
          <Button isLoading={isSkipping} onClick={() => void onSkip()}>
            {messages.shortcut}
          </Button>
        )
      }
      aside={
        step === 'size' ? (
          <PreviewCard description={messages.previewText} {...{ draft, isShown }} />
        ) : undefined
      }
    >
      {isShown ? (
        <>
          {step === 'page' && (
            <>
              <PageStep {...fields} analysis={analysis} />
              <p className={layout.soft}>{messages.shortcutText}</p>
            </>
          )}
          {step === 'screen' && <ScreenStep {...fields} />}
          {step === 'size' && <SizeStep {...fields} sizes={loaderData.sizes} />}
          {step === 'disallowed' && <DisallowedStep {...fields} />}
          {step === 'ads' && <AdsStep {...fields} />}
          {step === 'impressions' && <ImpressionsStep {...fields} />}
          {step === 'categories' && (
            <CategoriesStep {...fields} categories={loaderData.categories} />
          )}
          {step === 'review' && <ReviewStep {...fields} path={path} />}
        </>
      ) : (
        <Skeleton height="12rem" />
      )}
    </Wizard>
  )
}
