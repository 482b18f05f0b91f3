import { firstProblem, type Problem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi, useApp } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { ConfirmDialog } from '../page/notices/confirm-dialog.tsx'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { settingsMessages as messages } from './messages.ts'
import { ShownOnce } from './shown-once.tsx'

/** Creates a new account code that replaces the old one. The new code is shown once. */
export function AccountCodeCard() {
  const { security } = useApi()
  const { session, stepUp } = useApp()
  const [isAsking, setIsAsking] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [code, setCode] = useState<string | null>(null)
  const revalidator = useRevalidator()

  async function rotate() {
    setIsAsking(false)
    setIsSending(true)
    const result = await stepUp.guard(() => security.rotateAccountCode())
    setIsSending(false)
    const isRefused = !result.ok && result.code !== 'step_up_required'
    setProblem(isRefused ? firstProblem(result) : null)
    if (result.ok) setCode(result.value.meta.access_code)
  }

  async function finish() {
    setCode(null)
    await session.confirmCode()
    void revalidator.revalidate()
  }

  return (
    <Card title={messages.code} description={messages.codeText}>
      <div className={layout.tight}>
        <ProblemNotice problem={problem} />
        <div>
          <Button isLoading={isSending} onClick={() => setIsAsking(true)}>
            {messages.rotate}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={messages.rotateTitle}
        description={messages.rotateText}
        action={messages.rotate}
        onConfirm={rotate}
      />
      {code !== null && (
        <ShownOnce
          title={messages.newCode}
          text={messages.newCodeText}
          secret={code}
          kept={messages.kept}
          done={messages.done}
          onDone={() => void finish()}
        />
      )}
    </Card>
  )
}
