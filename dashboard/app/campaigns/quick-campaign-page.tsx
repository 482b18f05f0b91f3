import type { Api } from '@mille/api/client.ts'
import { currencies } from '@mille/money/amount.ts'
import {
  createCampaignDraftStores,
  prepareCampaignChecks
} from '@mille/stores/campaign-draft/campaign-draft.ts'
import {
  type CampaignDraft,
  emptyCampaignDraft,
  stepOfFields
} from '@mille/stores/campaign-draft/campaign-rules.ts'
import { createPageProposalStores } from '@mille/stores/campaign-draft/page-proposal.ts'
import { AmountField } from '@mille/ui/amount-field/amount-field.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { FormErrors } from '@mille/ui/form-errors/form-errors.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Progress } from '@mille/ui/progress/progress.tsx'
import { signInMessages } from '@mille/widgets/login/messages.ts'
import { useStore } from '@nanostores/react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { useStores } from '../page/app-context.tsx'
import { errorList } from '../page/forms/error-list.ts'
import { languageName } from '../page/language-name.ts'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import { Elsewhere } from '../wizard/elsewhere.tsx'
import { shortcutMessages } from '../wizard/messages.ts'
import { useDraft } from '../wizard/use-wizard-step.ts'
import wizard from '../wizard/wizard.module.css'
import { ReaderFields, WordsFields } from './creative-fields.tsx'
import {
  currencyLabels,
  ratingLabels,
  campaignWizardMessages as wizardMessages
} from './messages.ts'
import { PreviewCard } from './preview-card.tsx'
import { QuickLinkField } from './quick-link-field.tsx'
import { quickCampaignMessages as messages } from './quick-messages.ts'
import { useSubmission } from './use-submission.tsx'

const wizardPath = '/campaigns/new/'

/** The fields of this page, in their order. */
const shownNames = [
  'creative_link',
  'link_text',
  'creative_text',
  'creative_action',
  'daily_budget',
  'language',
  'rating',
  'product_category',
  'captcha'
] as const
const fieldLabels = Object.fromEntries(shownNames.map(name => [name, wizardMessages.fields[name]]))

export const meta = ({ matches }: TitleArgs) =>
  pageTitle(matches, messages.title, messages.description)

function createStores(api: Api) {
  const campaign = createCampaignDraftStores(api)
  return { campaign, proposal: createPageProposalStores(api, campaign) }
}

/** A new campaign on one page: a link, the ad that is proposed for it, and a budget. The draft is that of the wizard. */
export default function QuickCampaignPage() {
  const { campaign, proposal } = useStores(createStores, undefined)
  const navigate = useNavigate()
  const isRestored = useDraft(campaign.restore, prepareCampaignChecks)
  const draft = useStore(campaign.$draft)
  const problems = useStore(campaign.$problems)
  const isSubmitting = useStore(campaign.$isSubmitting)
  const isReading = useStore(proposal.$analysis).status === 'loading'
  const proof = useStore(campaign.$proof)
  const submission = useSubmission(campaign, {
    isEdit: false,
    onSaved: id => void navigate(`/campaigns/${id}/money?created=1`),
    // The problems are shown on this page.
    onRefused() {}
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const isWritten = draft.link_text.trim() !== '' && draft.creative_text.trim() !== ''
    if (isReading || isSubmitting) return
    // Enter in the link first shows what is proposed, before anything is created.
    if (!isWritten && proposal.isUnread()) await proposal.read()
    else if (await campaign.finishSteps(['creative', 'payment'])) await submission.press()
  }

  const { change } = campaign
  const fields = { draft, problems: problems.fields }
  return (
    <div className={wizard.wizard}>
      <PageHeader title={messages.title} description={messages.description} />
      <div className={wizard.beside}>
        <form className={wizard.form} onSubmit={event => void submit(event)} noValidate>
          <FormErrors
            errors={errorList(problems, fieldLabels)}
            attempt={useStore(campaign.$attempt)}
          />
          <Elsewhere {...{ problems, fieldLabels, stepOfFields }} path={wizardPath} />
          <QuickLinkField {...{ proposal, draft, change }} error={problems.fields.creative_link} />
          <WordsFields stores={campaign} {...fields} />
          <BudgetField {...{ draft, change }} error={problems.fields.daily_budget} />
          <details className={layout.more}>
            <summary>
              {messages.about(languageName(draft.language), ratingLabels[draft.rating].label)}
            </summary>
            <div className={layout.form}>
              <ReaderFields stores={{ change: proposal.choose }} {...fields} />
            </div>
          </details>
          {isRestored && hasMore(draft) && <Notice>{messages.moreKept}</Notice>}
          {proof !== null && <Progress label={signInMessages.proof} value={proof} />}
          <div className={wizard.ways}>
            <Button href={wizardPath}>{shortcutMessages.more}</Button>
            <Button type="submit" variant="primary" isLoading={isReading || isSubmitting}>
              {messages.create}
            </Button>
          </div>
        </form>
        <aside className={wizard.aside}>
          <PreviewCard draft={draft} />
        </aside>
      </div>
      {submission.dialog}
    </div>
  )
}

type BudgetFieldProps = {
  draft: CampaignDraft
  change: (patch: Partial<CampaignDraft>) => void
  error: string | undefined
}

function BudgetField({ draft, change, error }: BudgetFieldProps) {
  const { currency, daily_budget, traffic_type } = draft
  const label = wizardMessages.fields.daily_budget
  return (
    <AmountField
      label={label}
      help={traffic_type === 'cpd' ? messages.budgetHelp : ''}
      name="daily_budget"
      asset={currencies[currency].asset}
      currency={currency}
      placeholder={currencyLabels[currency].example}
      unit={currencyLabels[currency].unit}
      value={daily_budget}
      error={fieldText(label, error)}
      onChange={event => change({ daily_budget: event.target.value })}
    />
  )
}

/** Names that say nothing about the campaign, beside those of the page's own fields. */
const unseen: ReadonlySet<string> = new Set([
  ...shownNames,
  ...['proposal', 'reached', 'source', 'hours_zone']
])

/** Whether the draft has settings from the wizard that this page does not show. */
function hasMore(draft: CampaignDraft): boolean {
  return Object.entries(emptyCampaignDraft).some(
    ([name, value]) =>
      !unseen.has(name) &&
      JSON.stringify(draft[name as keyof CampaignDraft]) !== JSON.stringify(value)
  )
}
