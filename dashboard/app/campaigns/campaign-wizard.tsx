import type { CampaignDraftStores } from '@mille/stores/campaign-draft/campaign-draft.ts'
import {
  type CampaignDraft,
  type CampaignStep,
  campaignSteps
} from '@mille/stores/campaign-draft/campaign-rules.ts'
import { Progress } from '@mille/ui/progress/progress.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { signInMessages } from '@mille/widgets/login/messages.ts'
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { useDraft, useWizardStep } from '../wizard/use-wizard-step.ts'
import { Wizard } from '../wizard/wizard.tsx'
import { CreativeStep } from './creative-step.tsx'
import {
  BannersStep,
  PaymentStep,
  prepareSteps,
  ReachCard,
  ReviewStep,
  TrafficStep,
  useArrival
} from './later-steps.tsx'
import { campaignWizardMessages as messages } from './messages.ts'
import { PreviewCard } from './preview-card.tsx'
import { useBanners } from './use-banners.ts'
import { useSubmission } from './use-submission.tsx'

const steps = campaignSteps.map(id => ({ id, label: messages.steps[id] }))

export type CampaignWizardProps = {
  stores: CampaignDraftStores
  title: string
  path: string
  submitLabel: string
  /** The sizes that banners may currently have. */
  sizes: readonly string[]
  /** Id of the edited campaign. Missing for a new campaign. */
  campaignId?: string
  onSaved: (id: string) => void
  /** Content above the step that says where the user came from. */
  children?: ReactNode
}

/** All steps of the wizard, for a new campaign or for an edited one. */
export function CampaignWizard(props: CampaignWizardProps) {
  const { stores, path, campaignId } = props
  const isEdit = campaignId !== undefined
  const banners = useBanners(stores)
  const isRestored = useDraft(stores.restore, prepareSteps)
  const draft = useStore(stores.$draft)
  const problems = useStore(stores.$problems)
  const attempt = useStore(stores.$attempt)
  const isSubmitting = useStore(stores.$isSubmitting)
  const proof = useStore(stores.$proof)
  const isUploading = useStore(banners.$isUploading)
  const { step, isShown, goTo } = useWizardStep(path, campaignSteps, {
    reached: draft.reached,
    isRestored
  })
  const { arrival, isAwaited, whenHere } = useArrival(step)
  const submission = useSubmission(stores, { isEdit, onSaved: props.onSaved, onRefused: goTo })

  async function onContinue() {
    if (step !== 'creative') await whenHere()
    if (step !== 'review') {
      const next = campaignSteps[campaignSteps.indexOf(step) + 1]
      if (!isUploading && (await stores.finishStep(step)) && next) goTo(next)
      return
    }
    await submission.press()
  }

  const fields = { stores, draft, problems: problems.fields }
  return (
    <>
      <Wizard
        title={props.title}
        path={path}
        steps={steps}
        current={step}
        reached={draft.reached}
        problems={problems}
        fieldLabels={messages.fields}
        attempt={attempt}
        onContinue={() => void onContinue()}
        continueLabel={step === 'review' ? props.submitLabel : undefined}
        isWorking={isSubmitting || isAwaited || (step === 'banners' && isUploading)}
        aside={<Aside step={step} draft={draft} campaignId={campaignId} />}
      >
        {props.children}
        {isShown ? (
          <>
            {step === 'creative' && <CreativeStep {...fields} isEdit={isEdit} />}
            {step === 'banners' && (
              <BannersStep {...fields} arrival={arrival} banners={banners} sizes={props.sizes} />
            )}
            {step === 'payment' && <PaymentStep {...fields} arrival={arrival} />}
            {step === 'traffic' && <TrafficStep {...fields} arrival={arrival} />}
            {step === 'review' && (
              <ReviewStep draft={draft} path={path} isEdit={isEdit} arrival={arrival} />
            )}
            {proof !== null && <Progress label={signInMessages.proof} value={proof} />}
          </>
        ) : (
          <Skeleton height="24rem" />
        )}
      </Wizard>
      {submission.dialog}
    </>
  )
}

type AsideProps = { step: CampaignStep; draft: CampaignDraft; campaignId: string | undefined }

/**
 * The content beside a step: a preview beside the text and pictures, the expected reach beside the payment and traffic.
 */
function Aside({ step, draft, campaignId }: AsideProps) {
  if (step === 'payment' || step === 'traffic')
    return <ReachCard draft={draft} {...(campaignId !== undefined && { campaignId })} />
  return <PreviewCard draft={draft} />
}
