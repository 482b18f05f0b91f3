import { prepareAdUnitChecks } from '@mille/stores/ad-unit-draft/ad-unit-draft.ts'
import { type AdUnitStep, stepOfFields } from '@mille/stores/ad-unit-draft/ad-unit-rules.ts'
import { createUnitPageStores } from '@mille/stores/ad-unit-draft/unit-page.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { useStore } from '@nanostores/react'
import { useNavigate } from 'react-router'
import { useApp, useStores } from '../page/app-context.tsx'
import { Elsewhere } from '../wizard/elsewhere.tsx'
import { shortcutMessages } from '../wizard/messages.ts'
import { useDraft, useWizardStep } from '../wizard/use-wizard-step.ts'
import { Wizard } from '../wizard/wizard.tsx'
import { colorLabels, siteMessages, adUnitWizardMessages as wizardMessages } from './messages.ts'
import { PreviewCard } from './preview-card.tsx'
import { quickAdUnitMessages as messages, type QuickStep } from './quick-messages.ts'
import { codeHref, quickPath, quickSteps } from './quick-path.ts'
import { QuickLookStep, QuickPageStep } from './quick-steps.tsx'
import type { Offered } from './step-props.ts'

const wizardPath = '/ad-units/new/'
const draftSteps = ['page', 'look'] as const

/** Labels of the fields, in their order on the screens. */
const { page_url, category_ids, size, ad_type, captcha } = wizardMessages.fields
const fieldLabels: Readonly<Record<string, string>> = {
  page_url,
  category_ids,
  language: siteMessages.language,
  size,
  ad_type,
  ...colorLabels,
  captcha
}

/** The screens before the unit is created. Their draft is that of the wizard. */
export function QuickDraft({ sizes, categories }: Offered) {
  const {
    draftStores: stores,
    analysis,
    isUnread,
    lookAtPage
  } = useStores(createUnitPageStores, undefined)
  const isRestored = useDraft(stores.restore, prepareAdUnitChecks)
  const draft = useStore(stores.$draft)
  const problems = useStore(stores.$problems)
  const isSubmitting = useStore(stores.$isSubmitting)
  const { status } = useStore(analysis.$analysis)
  const { session, popups } = useApp()
  const isAuthorized = useStore(session.$isAuthorized)
  const reached = Math.min(draft.reached, 1)
  const { step, isShown, goTo } = useWizardStep(quickPath, draftSteps, { reached, isRestored })
  const navigate = useNavigate()

  async function finishPage() {
    if (!(await stores.finishStep('page'))) return
    // The result of the analysis is shown first; a second press continues.
    if (isUnread()) await lookAtPage()
    else if (await stores.finishStep('categories')) goTo('look')
  }

  async function create() {
    if (!stores.finishLook()) return
    if (!isAuthorized) {
      popups.open({ name: 'CREATE_ACCOUNT' })
      return
    }
    const result = await stores.submit()
    if (result.state === 'created') void navigate(codeHref(result.id))
    else if (screenOf(result.step) === 'page') goTo('page')
  }

  const fields = { stores, draft, problems: problems.fields }
  return (
    <Wizard
      title={messages.title}
      path={quickPath}
      steps={quickSteps}
      current={step}
      reached={reached}
      problems={problems}
      fieldLabels={fieldLabels}
      attempt={useStore(stores.$attempt)}
      onContinue={() => void (step === 'page' ? finishPage() : create())}
      continueLabel={step === 'look' ? messages.create : undefined}
      isWorking={isSubmitting || (step === 'page' && status === 'loading')}
      shortcut={<Button href={wizardPath}>{shortcutMessages.more}</Button>}
      isAsideFirst
      aside={
        step === 'look' ? (
          <PreviewCard description={messages.previewText} {...{ draft, isShown }} />
        ) : undefined
      }
    >
      <Elsewhere {...{ problems, fieldLabels, stepOfFields }} path={wizardPath} />
      {!isShown && <Skeleton height="12rem" />}
      {isShown && step === 'page' && (
        <QuickPageStep {...fields} analysis={analysis} categories={categories} />
      )}
      {isShown && step === 'look' && <QuickLookStep {...fields} sizes={sizes} />}
    </Wizard>
  )
}

/** Returns the screen that has the fields of a step of the wizard; null if there is none. */
function screenOf(step: AdUnitStep): QuickStep | null {
  if (step === 'page' || step === 'categories') return 'page'
  return step === 'size' || step === 'ads' ? 'look' : null
}
