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
import { pageTitle } from '../page/page-title.ts'
import type { Route } from './+types/sign-in-page.ts'
import { HandOff, HandOffRefused } from './hand-off.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import styles from './sign-in.module.css'

const messages = { signedIn: 'You are already signed in.', goOn: 'Continue' }
const description =
  'Sign in to Mille with an emailed code, your access code, or a passkey to manage campaigns, ad units, and balances.'

const load = async ({ request, context }: LoadArgs) => {
  const origin = new URL(request.url).searchParams.get('handoff')
  return { isRefused: origin !== null && !context.get(pageContext).mayHandOff(origin) }
}

export const loader = load
export const clientLoader = load
export const meta = () => pageTitle(signInTitles.GET_SIGN_IN_POPUP.title, description)

/**
 * The same ways in as the popups, as a page of their own: for links, for those who were sent here, and for the window
 * that another site's widget opens, with `handoff` the origin of that site.
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
  // As the document was sent: a browser that loads again does not know the list.
  const [isRefused] = useState(loaderData.isRefused)
  // Not while the code of a new account is on the screen: it is never shown again.
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
          popups={popups}
          passkeys={passkeys}
        />
        {popup.name === 'GET_SIGN_IN_POPUP' && <PasskeySignIn onSignedIn={finish} />}
      </Card>
    </div>
  )
}

/**
 * Redirects after the person has signed in here, also by the popup that a link with its hash opens over this page:
 * people who sign in are on the way elsewhere. An account code that the popup shows is read first.
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

/** Those that need nothing typed before. */
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
