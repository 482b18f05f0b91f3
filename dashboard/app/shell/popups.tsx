import { useStore } from '@nanostores/react'
import { Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useApp } from '../page/app-context.tsx'
import { lazyPart } from '../page/loads/lazy-part.ts'

// The code of the popups loads when the first one opens, because most pages never open any.
const SignInDialog = lazyPart(
  async () => (await import('../sign-in/sign-in-dialog.tsx')).SignInDialog
)
const ChatDialog = lazyPart(async () => (await import('./chat-dialog.tsx')).ChatDialog)
const StepUpDialog = lazyPart(
  async () => (await import('../settings/step-up-dialog.tsx')).StepUpDialog
)

/** The popups that any page may open. A loaded popup stays mounted, so that it can fade out. */
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

/** Returns true from the first time that `isNow` is true. */
function useOnce(isNow: boolean): boolean {
  const [was, setWas] = useState(false)
  if (isNow && !was) setWas(true)
  return was || isNow
}

/** Opens the chat if the address has the hash `#live-chat`, and removes the hash. */
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
