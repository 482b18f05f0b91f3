import { createPopupStores, type Popup } from '@mille/stores/popups/popups.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { AnonymousSignUp } from '@mille/widgets/login/anonymous-sign-up.tsx'
import { LoginPanel } from '@mille/widgets/login/login-panel.tsx'
import { signInTitles } from '@mille/widgets/login/messages.ts'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useApi, useApp } from '../page/app-context.tsx'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { readFirstTouch } from '../page/navigation/first-touch.ts'
import { readReturnPath } from '../page/navigation/return-path.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/sign-in-page.ts'
import { HandOff, HandOffRefused } from './hand-off.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import styles from './sign-in.module.css'
import { SignUpAgreement } from './sign-up-agreement.tsx'

const messages = { signedIn: 'You are already signed in.', goOn: 'Continue' }
const description =
  'Sign in with an emailed code, your access code, or a passkey to manage campaigns, ad units, and balances.'

const load = async ({ request, context }: LoadArgs) => {
  const origin = new URL(request.url).searchParams.get('handoff')
  return { isRefused: origin !== null && !context.get(pageContext).mayHandOff(origin) }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) =>
  pageTitle(matches, signInTitles.GET_SIGN_IN_POPUP.title, description)

/**
 * The sign-in popups as a page: for links, for redirected users, and for the window that another site's widget opens.
 * `handoff` is then the origin of that site.
 */
export default function SignInPage({ loaderData }: Route.ComponentProps) {
  const { session } = useApp()
  const user = useStore(session.$user)
  const [search] = useSearchParams()
  const [popups] = useState(() => createPopupStores(popupOfQuery(search.get('popup'))))
  const { passkeys } = useApi()
  const popup = useStore(popups.$popup) ?? { name: 'GET_SIGN_IN_POPUP' as const }
  const { title, description: help } = signInTitles[popup.name]
  const returnPath = readReturnPath(search)
  const origin = search.get('handoff')
  // The value from the first load is kept, because only the server knows the list of allowed sites.
  const [isRefused] = useState(loaderData.isRefused)
  // The page does not continue while it shows the code of a new account, which is never shown again.
  const [wasSignedIn] = useState(user !== null)
  const [isDone, setIsDone] = useState(wasSignedIn)
  const isSignedIn = user !== null && (isDone || popup.name !== 'ANONYMOUS_SIGN_UP')
  useLeadOn(isSignedIn && !wasSignedIn && origin === null, returnPath)

  const finish = () => setIsDone(true)

  if (isRefused) {
    return (
      <div className={styles.page}>
        <HandOffRefused />
      </div>
    )
  }
  if (isSignedIn && origin !== null) {
    return (
      <div className={styles.page}>
        <HandOff origin={origin} user={user} />
      </div>
    )
  }
  if (isSignedIn) {
    return (
      <div className={styles.page}>
        <p>{messages.signedIn}</p>
        <Button variant="primary" href={returnPath}>
          {messages.goOn}
        </Button>
      </div>
    )
  }

  return (
    <div className={styles.page}>
      <div className={styles.title}>
        <h1>{title}</h1>
        {help !== '' && <p>{help}</p>}
      </div>
      <Card>
        <LoginPanel
          popup={popup}
          session={session}
          readFirstTouch={() => readFirstTouch(localStorage)}
          onPopup={popups.open}
          onSignedIn={finish}
          AnonymousSignUp={AnonymousSignUp}
          Agreement={SignUpAgreement}
          popups={popups}
          passkeys={passkeys}
        />
        {popup.name === 'GET_SIGN_IN_POPUP' && <PasskeySignIn onSignedIn={finish} />}
      </Card>
    </div>
  )
}

/**
 * Redirects after a sign-in on this page, or in the popup that a hash opens over it. If the popup shows an access code,
 * the redirect waits until the popup is closed.
 */
function useLeadOn(hasSignedIn: boolean, path: string) {
  const { popups } = useApp()
  const dialog = useStore(popups.$popup)
  const navigate = useNavigate()
  const isOver = hasSignedIn && dialog === null
  useEffect(() => {
    if (isOver) void navigate(path, { replace: true })
  }, [isOver, navigate, path])
}

/** Returns the popup named in the address, if it needs no earlier input. */
function popupOfQuery(name: string | null): Popup {
  switch (name) {
    case 'ENTER_ACCESS_POPUP':
    case 'RESET_PASSWORD_POPUP':
    case 'CREATE_ACCOUNT':
    case 'ANONYMOUS_SIGN_UP':
      return { name }
    default:
      return { name: 'GET_SIGN_IN_POPUP' }
  }
}
