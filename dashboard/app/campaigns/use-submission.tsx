import type { CampaignDraftStores } from '@mille/stores/campaign-draft/campaign-draft.ts'
import type { CampaignStep } from '@mille/stores/campaign-draft/campaign-rules.ts'
import { later, useLater } from '@mille/ui/shared/later.ts'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useApp } from '../page/app-context.tsx'
import { useAccessCodeQuestion } from './access-code-question.ts'

/** The access code is asked for only once, at the end. */
const accessCodeDialog = later(
  async () => (await import('./access-code-dialog.tsx')).AccessCodeDialog
)

type SubmissionOptions = {
  isEdit: boolean
  onSaved: (id: string) => void
  onRefused: (step: CampaignStep) => void
}

/**
 * Submits a campaign. Visitors create an account first, and accounts without an email address are asked whether they have
 * saved their access code. `dialog` must be rendered for that.
 */
export function useSubmission(
  stores: CampaignDraftStores,
  { isEdit, onSaved, onRefused }: SubmissionOptions
) {
  const { session, popups } = useApp()
  const user = useStore(session.$user)
  const accessCode = useAccessCodeQuestion(useStore(session.$account))
  const [isAsking, setIsAsking] = useState(false)
  const AccessCodeDialog = useLater(accessCodeDialog, isAsking)

  async function submit() {
    setIsAsking(false)
    const result = await stores.submit()
    if (result.state === 'saved') onSaved(result.id)
    else onRefused(result.step)
  }

  async function press() {
    if (user === null) popups.open({ name: 'CREATE_ACCOUNT' })
    else if (!isEdit && accessCode.isOpen) setIsAsking(true)
    else await submit()
  }

  const dialog = user && AccessCodeDialog && (
    <AccessCodeDialog
      user={user}
      isOpen={isAsking}
      onClose={() => setIsAsking(false)}
      onDone={() => {
        accessCode.close()
        void submit()
      }}
    />
  )
  return { press, dialog }
}
