import type { UserDocument } from '@mille/api/accounts/endpoints.ts'
import { useStore } from '@nanostores/react'
import { useLocation } from 'react-router'
import { useApp } from '../page/app-context.tsx'
import { lazyPart } from '../page/loads/lazy-part.ts'

// Each is loaded when it is shown, because most people never see one.
const UnsavedCodeNotice = lazyPart(
  async () => (await import('./unsaved-code-notice.tsx')).UnsavedCodeNotice
)
const SuspendedNotice = lazyPart(
  async () => (await import('./suspended-notice.tsx')).SuspendedNotice
)
const LookAroundBar = lazyPart(async () => (await import('./look-around-bar.tsx')).LookAroundBar)
const ViewingBar = lazyPart(async () => (await import('./viewing-bar.tsx')).ViewingBar)

/**
 * What a signed-in person has to know on every page: that the account code is not saved, or that nothing can be changed, in
 * a suspended account, while a stranger looks around in a demonstration, or while an operator or a member views an account.
 */
export function AccountNotices({ account }: { account: UserDocument }) {
  const isUnsaved = useStore(useApp().session.$isCodeUnsaved)
  // The sign-in page may still show the access code, and a new code would make that one worthless.
  const isShown = useLocation().pathname.startsWith('/user/sign_in')
  const { look_around: role, suspension, viewing } = account.meta
  return (
    <>
      {isUnsaved && !isShown && <UnsavedCodeNotice />}
      {role && <LookAroundBar role={role} name={account.data.attributes.username ?? ''} />}
      {viewing && <ViewingBar user={account.data} viewing={viewing} />}
      {suspension?.kind === 'everything' && <SuspendedNotice reason={suspension.reason} />}
    </>
  )
}
