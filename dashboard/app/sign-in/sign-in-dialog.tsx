import type { Popup } from '@mille/stores/popups/popups.ts'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { AnonymousSignUp } from '@mille/widgets/login/anonymous-sign-up.tsx'
import { LoginPanel } from '@mille/widgets/login/login-panel.tsx'
import { signInTitles } from '@mille/widgets/login/messages.ts'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { useApi, useApp } from '../page/app-context.tsx'
import { readFirstTouch } from '../page/navigation/first-touch.ts'
import { pathAfterSignIn } from '../page/navigation/return-path.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { SignUpAgreement } from './sign-up-agreement.tsx'

/**
 * The sign-in dialog over any page. After sign-in, a page for visitors gives way to the account's overview. On any other
 * page the data is loaded again for the account.
 */
export function SignInDialog() {
  const { popups, session } = useApp()
  const { passkeys } = useApi()
  const popup = useStore(popups.$popup)
  const revalidator = useRevalidator()
  const navigate = useNavigate()
  const next = pathAfterSignIn(useLocation().pathname)
  // The dialog keeps its content while it fades out.
  const [last, setLast] = useState<Popup>({ name: 'GET_SIGN_IN_POPUP' })
  if (popup !== null && popup !== last) setLast(popup)
  const { title, description } = signInTitles[last.name]

  function finish() {
    popups.close()
    if (next === null) void revalidator.revalidate()
    else void navigate(next)
  }

  return (
    <Dialog
      isOpen={popup !== null}
      onOpenChange={isOpen => {
        if (!isOpen) popups.dismiss()
      }}
      title={title}
      description={description === '' ? undefined : description}
      size="small"
      isKeptOnOutsidePress
    >
      <LoginPanel
        popup={last}
        session={session}
        readFirstTouch={() => readFirstTouch(localStorage)}
        onPopup={popups.open}
        onSignedIn={finish}
        AnonymousSignUp={AnonymousSignUp}
        Agreement={SignUpAgreement}
        popups={popups}
        passkeys={passkeys}
      />
      {last.name === 'GET_SIGN_IN_POPUP' && <PasskeySignIn onSignedIn={finish} />}
    </Dialog>
  )
}
