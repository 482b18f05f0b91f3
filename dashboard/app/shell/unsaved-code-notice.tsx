import { firstProblem, type Problem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useState } from 'react'
import { useApi, useApp } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { problemText } from '../page/messages.ts'
import { settingsMessages } from '../settings/messages.ts'
import { ShownOnce } from '../settings/shown-once.tsx'
import { unsavedCodeMessages as messages } from './unsaved-code-messages.ts'

/** Offers a new code to an account whose code was shown and may be lost, as long as the session that saw it lasts. */
export function UnsavedCodeNotice() {
  const { security } = useApi()
  const { session, stepUp } = useApp()
  const [code, setCode] = useState<string | null>(null)
  const [working, setWorking] = useState<'making' | 'confirming' | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)

  async function makeCode() {
    setWorking('making')
    // If the code has been used elsewhere in the meantime, the usual step-up is required.
    const result = await stepUp.guard(() => security.rotateAccountCode())
    setWorking(null)
    const isRefused = !result.ok && result.code !== 'step_up_required'
    setProblem(isRefused ? firstProblem(result) : null)
    if (result.ok) setCode(result.value.meta.access_code)
  }

  async function confirmSaved() {
    setWorking('confirming')
    const result = await session.confirmCode()
    setWorking(null)
    setProblem(result.ok ? null : result.problem)
  }

  return (
    <>
      <Notice
        tone="warning"
        title={messages.unsavedTitle}
        isBanner
        isLive
        action={
          <span className={layout.row}>
            <Button size="small" isLoading={working === 'making'} onClick={() => void makeCode()}>
              {messages.unsavedMake}
            </Button>
            <Button
              size="small"
              variant="quiet"
              isLoading={working === 'confirming'}
              onClick={() => void confirmSaved()}
            >
              {messages.unsavedConfirm}
            </Button>
          </span>
        }
      >
        {problem ? problemText(problem) : messages.unsavedText}
      </Notice>
      {code !== null && (
        <ShownOnce
          title={settingsMessages.newCode}
          text={settingsMessages.newCodeText}
          secret={code}
          kept={settingsMessages.kept}
          done={settingsMessages.done}
          onDone={() => {
            setCode(null)
            void confirmSaved()
          }}
        />
      )}
    </>
  )
}
