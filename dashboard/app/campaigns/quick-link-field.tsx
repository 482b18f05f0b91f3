import type { CampaignDraft } from '@mille/stores/campaign-draft/campaign-rules.ts'
import type { createPageProposalStores } from '@mille/stores/campaign-draft/page-proposal.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { VisuallyHidden } from '@mille/ui/shared/visually-hidden.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { commonMessages, fieldText, problemText } from '../page/messages.ts'
import { campaignWizardMessages } from './messages.ts'
import { quickCampaignMessages as messages } from './quick-messages.ts'

type QuickLinkFieldProps = {
  proposal: ReturnType<typeof createPageProposalStores>
  draft: CampaignDraft
  change: (patch: Partial<CampaignDraft>) => void
  error: string | undefined
}

/** The field for the link of a new ad. Its page is read when the field loses the focus. */
export function QuickLinkField({ proposal, draft, change, error }: QuickLinkFieldProps) {
  const state = useStore(proposal.$analysis)
  const filled = useStore(proposal.$filled)
  const label = campaignWizardMessages.fields.creative_link
  const refused = state.status === 'error' ? (state.page_url ?? undefined) : undefined
  const said = wordsOf(state, filled)
  return (
    <>
      <TextField
        label={label}
        help={said ?? campaignWizardMessages.linkHelp}
        name="creative_link"
        type="url"
        inputMode="url"
        placeholder="https://example.com/welcome"
        value={draft.creative_link}
        error={fieldText(label, error ?? refused)}
        onBlur={() => {
          if (proposal.isUnread()) void proposal.read()
        }}
        onChange={event => {
          proposal.forget()
          change({ creative_link: event.target.value })
        }}
      />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {state.status === 'success' && <Unread analysis={state.analysis} />}
      {state.status === 'error' && refused === undefined && (
        <Notice
          tone="warning"
          isLive
          action={
            <Button size="small" onClick={() => void proposal.read()}>
              {commonMessages.retry}
            </Button>
          }
        >
          {messages.notRead(problemText(state.problem))}
        </Notice>
      )}
    </>
  )
}

type Proposal = QuickLinkFieldProps['proposal']
type Analysis = ReturnType<Proposal['$analysis']['get']>

/** What is said of a page that is being read or was read, in place of the field's help. */
function wordsOf(state: Analysis, filled: ReturnType<Proposal['$filled']['get']>) {
  if (state.status === 'loading') return messages.reading
  if (state.status !== 'success' || state.analysis.problem_code !== null) return null
  if (filled.length > 0) return messages.filled(filled)
  const { headline, text } = state.analysis
  return headline === null && text === null ? messages.nothingFound : messages.nothingNew
}

/** Why a page was not read. */
function Unread({ analysis }: { analysis: (Analysis & { status: 'success' })['analysis'] }) {
  const { page_url, problem, problem_code } = analysis
  if (problem_code === null) return null
  return (
    <Notice tone="warning" isLive>
      {messages.problems[problem_code](page_url, problem ?? '')}
    </Notice>
  )
}
