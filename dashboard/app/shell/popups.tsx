import { useStore } from '@nanostores/react'
import { Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useApp } from '../page/app-context.tsx'
import { lazyPart } from '../page/loads/lazy-part.ts'

// Most pages are read without any of them: their code comes when the first opens.
const SignInDialog = lazyPart(
  async () => (await import('../sign-in/sign-in-dialog.tsx')).SignInDialog
)
const ChatDialog = lazyPart(async () => (await import('./chat-dialog.tsx')).ChatDialog)
const StepUpDialog = lazyPart(
  async () => (await import('../settings/step-up-dialog.tsx')).StepUpDialog
)

/** What any page may open over itself. Once loaded each stays, so that it can fade away. */
export function Popups() {
  const { popups, stepUp } = useApp()
  const isSignInWanted = useOnce(useStore(popups.$popup) !== null)
  const isStepUpWanted = useOnce(useStore(stepUp.$question) !== null)
  const [isChatOpen, setIsChatOpen] = useChatHash()
  const isChatWanted = useOnce(isChatOpen)
  return (
    <Suspense fallback={null}>
      {isSignInWanted && <SignInDialog />}
      {isChatWanted && <ChatDialog isOpen={isChatOpen} onOpenChange={setIsChatOpen} />}
      {isStepUpWanted && <StepUpDialog />}
    </Suspense>
  )
}

/** True from the first time on. */
function useOnce(isNow: boolean): boolean {
  const [was, setWas] = useState(false)
  if (isNow && !was) setWas(true)
  return was || isNow
}

/** `#live-chat` opens the chat; the hash is then taken away. */
function useChatHash() {
  const [isOpen, setIsOpen] = useState(false)
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!/^#!?live-chat$/.test(hash)) return
    setIsOpen(true)
    void navigate({ pathname, search, hash: '' }, { replace: true, preventScrollReset: true })
  }, [hash, pathname, search, navigate])
  return [isOpen, setIsOpen] as const
}
