import {
  confirmAccountCode,
  readCurrentUser,
  requestAccessCode,
  signIn,
  signOut,
  signUp,
  type UserDocument
} from '@mille/api/accounts/endpoints.ts'
import { readChallenge } from '@mille/api/captcha/endpoints.ts'
import { createBinder } from '@mille/api/create-binder.ts'
import { endWidgetSession } from '@mille/api/hand-offs/endpoints.ts'
import { createPasskey, createPasskeyChallenge } from '@mille/api/passkeys/endpoints.ts'
import { sendRequest } from '@mille/api/send-request.ts'
import { createFetchTransport } from '@mille/api/transport.ts'
import type { Popup, PopupStores } from '@mille/stores/popups/popups.ts'
import { createPopupStores } from '@mille/stores/popups/popups.ts'
import { createSessionStores, type SessionStores } from '@mille/stores/session/session.ts'
import { useStore } from '@nanostores/react'
import { adoptColors } from '../shared/adopt-colors.ts'
import dialogStyles from '../shared/dialog.css?inline'
import { Dialog } from '../shared/dialog.tsx'
import { drawView } from '../shared/draw-view.ts'
import { loadBrand } from '../shared/load-brand.ts'
import { createOwnTransport } from '../shared/own-transport.ts'
import { $user, type SharedUser } from '../shared/shared-stores.ts'
import { type Translated, translate, type Words } from '../shared/words.ts'
import { Later, type LaterProps } from './later.tsx'
import { LoginElsewhere } from './login-elsewhere.tsx'
import panelStyles from './login-panel.css?inline'
import { LoginPanel } from './login-panel.tsx'
import tokens from './login-tokens.css?inline'
import { signInMessages, signInTitles } from './messages.ts'
import { signInElsewhere } from './sign-in-elsewhere.ts'

/** Returns a component that is loaded when it is first shown. */
function later<Props extends Translated>(load: LaterProps<Props>['load']) {
  return (props: Props) => <Later load={load} props={props} />
}

const AnonymousSignUp = later(() =>
  import('./anonymous-sign-up.tsx').then(it => it.AnonymousSignUp)
)
const PasskeyWay = later(() => import('./passkey-way.tsx').then(it => it.PasskeyWay))
const Agreement = later(() => import('./loaded-agreement.tsx').then(it => it.LoadedAgreement))

export type LoginView = {
  show: (popup: Popup) => void
  close: () => void
  signOut: () => Promise<boolean>
  unmount: () => void
}

export type LoginViewOptions = {
  words: Words | null | undefined
  server: string
  /** Reports an event of the login element. */
  notify: (event: 'opened' | 'closed' | 'signed-in', detail?: object) => void
}

/** Session token of this page on another site; it is kept only while the page is open. */
let token: string | null = null

/** Mounts the login popups in the shadow root of the login element; loaded when the first popup opens. */
export function mountLogin(root: ShadowRoot, options: LoginViewOptions): LoginView {
  const { server, words, notify } = options
  const isOwn = server === location.origin
  const popups = createPopupStores()
  const session = createSession(server)
  const mounted = new AbortController()

  function finishOwn() {
    const account = session.$account.get()
    if (account) finish(userOf(account))
  }

  function finish(user: SharedUser) {
    popups.close()
    // If a listener of the page throws, the event must still be sent.
    try {
      $user.set(user)
    } finally {
      notify('signed-in', { user })
    }
  }

  const stop = popups.$popup.listen((popup, before) => {
    if (popup) notify('opened', { popup: popup.name })
    else if (before) notify('closed')
  })
  let wanted: Popup | undefined
  let name: string | undefined
  const branded = loadBrand(server).then(brand => {
    // The network's own pages show its name anyway.
    if (!isOwn) name = brand?.name
    adoptColors(root, brand?.styles)
  })
  const unmount = drawView(
    root,
    tokens + dialogStyles + panelStyles,
    <LoginDialog popups={popups} words={words} readName={() => name}>
      {popup =>
        isOwn ? (
          <>
            <LoginPanel
              words={words}
              popup={popup}
              session={session}
              onPopup={popups.open}
              onSignedIn={finishOwn}
              AnonymousSignUp={AnonymousSignUp}
              Agreement={Agreement}
              popups={popups}
              passkeys={binderOf(server)({ createPasskeyChallenge, createPasskey })}
            />
            {popup.name === 'GET_SIGN_IN_POPUP' && (
              <PasskeyWay server={server} session={session} words={words} onSignedIn={finishOwn} />
            )}
          </>
        ) : (
          <LoginElsewhere
            words={words}
            server={server}
            signIn={() => signInElsewhere(server, popup.name, mounted.signal)}
            onSignedIn={({ user_id: id, name, feedback_url: feedbackUrl, token: given }) => {
              token = given
              finish({ id, name, feedbackUrl })
            }}
          />
        )
      }
    </LoginDialog>,
    words
  )

  return {
    // The dialog opens with the network's name and colors, so that neither changes while it is shown.
    async show(popup) {
      wanted = popup
      await branded
      if (wanted === popup && Object.hasOwn(signInTitles, popup.name)) popups.open(popup)
    },
    close() {
      wanted = undefined
      popups.dismiss()
    },
    async signOut() {
      const isDone = isOwn ? (await session.signOut()).ok : await endElsewhere(server)
      if (isDone) $user.set(null)
      return isDone
    },
    unmount() {
      wanted = undefined
      mounted.abort()
      stop()
      unmount()
    }
  }
}

type LoginDialogProps = Translated & {
  popups: PopupStores
  /** Returns the network's name for the title, if it is to be shown. */
  readName: () => string | undefined
  children: (popup: Popup) => React.ReactNode
}

function LoginDialog({ popups, readName, words, children }: LoginDialogProps) {
  const { titles, talk } = translate({ ...signInMessages, titles: signInTitles }, words)
  const popup = useStore(popups.$popup)
  if (!popup) return null
  const { title, description } = titles[popup.name]
  const name = readName()
  return (
    <Dialog
      title={name ? `${title} · ${name}` : title}
      description={description}
      onClose={popups.dismiss}
      words={words}
    >
      {children(popup)}
      {document.querySelector('mille-chat') && (
        <p className="mille-login mille-login-ways">
          <button
            type="button"
            onClick={() => {
              if (!popups.dismiss()) return
              location.hash = '#live-chat'
            }}
          >
            {talk}
          </button>
        </p>
      )}
    </Dialog>
  )
}

function createSession(server: string): SessionStores {
  const bind = binderOf(server)
  const accounts = bind({
    ...{ signIn, signUp, requestAccessCode, readCurrentUser, signOut },
    confirmAccountCode
  })
  return createSessionStores({ accounts, captcha: bind({ readChallenge }) }, null)
}

function binderOf(server: string) {
  return createBinder({ transport: createOwnTransport(server) })
}

function userOf({ data: { id, attributes }, meta }: UserDocument): SharedUser {
  const name = attributes.username ?? attributes.email?.split('@')[0] ?? id
  return { id, name, feedbackUrl: meta.feedback_url }
}

async function endElsewhere(server: string): Promise<boolean> {
  const headers = new Headers({ Authorization: `Bearer ${token}` })
  const transport = createFetchTransport(server)
  const result = await sendRequest(transport, endWidgetSession, {}, headers)
  // An expired session (401) counts as signed out.
  const isEnded = result.ok || result.status === 401
  if (isEnded) token = null
  return isEnded
}
