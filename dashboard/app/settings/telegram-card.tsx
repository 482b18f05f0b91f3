import { firstProblem, type Problem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { telegramMessages as messages } from './messages.ts'

/** Connects the account with Telegram, or disconnects it. */
export function TelegramCard({ isLinked }: { isLinked: boolean }) {
  const { notifications } = useApi()
  const [url, setUrl] = useState<string | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSending, setIsSending] = useState(false)
  const revalidator = useRevalidator()

  async function link() {
    setIsSending(true)
    const result = await notifications.createTelegramLink()
    setIsSending(false)
    setProblem(result.ok ? null : firstProblem(result))
    setUrl(result.ok ? result.value.data.attributes.url : null)
  }

  async function unlink() {
    setIsSending(true)
    const result = await notifications.deleteTelegramLink()
    setIsSending(false)
    setProblem(result.ok ? null : firstProblem(result))
    setUrl(null)
    void revalidator.revalidate()
  }

  return (
    <Card title={messages.title} description={isLinked ? messages.linked : messages.text}>
      <div className={layout.tight}>
        <ProblemNotice problem={problem} />
        {url !== null && !isLinked && (
          <Notice
            isLive
            action={
              <Button size="small" onClick={() => void revalidator.revalidate()}>
                {messages.pressed}
              </Button>
            }
          >
            <a href={url} target="_blank" rel="noopener noreferrer">
              {messages.open}
            </a>
          </Notice>
        )}
        <div>
          {isLinked ? (
            <Button isLoading={isSending} onClick={() => void unlink()}>
              {messages.unlink}
            </Button>
          ) : (
            <Button isLoading={isSending} onClick={() => void link()}>
              {messages.link}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
