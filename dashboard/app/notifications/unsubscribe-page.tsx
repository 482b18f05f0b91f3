import type { Problem } from '@mille/stores/shared/problems.ts'
import { firstProblem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { problemText } from '../page/messages.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import { endedLabels, unsubscribeMessages as messages } from './messages.ts'

export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

/**
 * The page that the unsubscribe link in an email opens. It requires a button press, because programs that open links
 * must not unsubscribe people.
 */
export default function UnsubscribePage() {
  const { notifications } = useApi()
  const [search] = useSearchParams()
  const [ended, setEnded] = useState<string | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSending, setIsSending] = useState(false)

  async function end() {
    setIsSending(true)
    const result = await notifications.unsubscribe({ token: search.get('token') ?? '' })
    setIsSending(false)
    setProblem(result.ok ? null : firstProblem(result))
    if (result.ok) setEnded(endedLabels[result.value.data.attributes.kind])
  }

  return (
    <div className={layout.stack}>
      <PageHeader title={messages.title} description={messages.question} />
      {problem && (
        <Notice tone="alarm" isLive>
          {problem.code === 'not_found' ? messages.wrong : problemText(problem)}
        </Notice>
      )}
      {ended === null ? (
        <div>
          <Button variant="primary" isLoading={isSending} onClick={() => void end()}>
            {messages.button}
          </Button>
        </div>
      ) : (
        <Notice
          tone="success"
          isLive
          title={ended}
          action={<Button href="/settings/notifications">{messages.settings}</Button>}
        >
          {messages.done}
        </Notice>
      )}
    </div>
  )
}
