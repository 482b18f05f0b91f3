import { firstProblem, type Problem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { useState } from 'react'
import { useApi, useApp } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { inLanguage } from '../page/navigation/language-prefix.ts'
import { ConfirmDialog } from '../page/notices/confirm-dialog.tsx'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { dataMessages as messages } from './messages.ts'

/** Downloads the account's stored data as a file, or deletes the account. */
export function DataCard({ userId }: { userId: string }) {
  const { privacy } = useApi()
  const { stepUp } = useApp()
  const [isAsking, setIsAsking] = useState(false)
  const [givesUp, setGivesUp] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  async function remove() {
    setIsAsking(false)
    setIsSending(true)
    const result = await stepUp.guard(() =>
      privacy.deleteUser({ id: userId, gives_up_money: givesUp ? '1' : '0' })
    )
    setIsSending(false)
    if (!result.ok)
      return setProblem(result.code === 'step_up_required' ? null : firstProblem(result))
    // Drafts belong to the account, and a new document clears everything in memory.
    sessionStorage.clear()
    location.assign(inLanguage('/', location.pathname))
  }

  return (
    <Card title={messages.title} description={messages.text}>
      <div className={layout.tight}>
        <ProblemNotice problem={problem} />
        <div className={layout.row}>
          <a href="/api/v1/user/export" download>
            {messages.download}
          </a>
          <Button variant="danger" isLoading={isSending} onClick={() => setIsAsking(true)}>
            {messages.remove}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={messages.removeTitle}
        description={messages.removeText}
        action={messages.remove}
        onConfirm={remove}
        isKeptOnOutsidePress
      >
        <Checkbox
          label={messages.givesUp}
          checked={givesUp}
          onChange={event => setGivesUp(event.currentTarget.checked)}
        />
      </ConfirmDialog>
    </Card>
  )
}
