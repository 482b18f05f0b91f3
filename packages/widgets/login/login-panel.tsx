import type { Popup } from '@mille/stores/popups/popups.ts'
import type { FirstTouch, SessionStores } from '@mille/stores/session/session.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AnonymousSignUp } from './anonymous-sign-up.tsx'
import { LoginForm } from './login-form.tsx'
import { signInMessages as messages } from './messages.ts'
import { SendAgain } from './send-again.tsx'

export type LoginPanelProps = {
  popup: Popup
  session: SessionStores
  /** Where the visitor came from, for the account that may be made. */
  readFirstTouch?: (() => FirstTouch) | undefined
  onPopup: (popup: Popup) => void
  onSignedIn: () => void
}

/** Every way in, one at a time. The address typed in one of them is there in the others. */
export function LoginPanel(props: LoginPanelProps) {
  const { popup, session, readFirstTouch, onPopup, onSignedIn } = props
  const [email, setEmail] = useState('')
  const mail = (submit: string, send: typeof session.requestAccessCode, onSent: () => void) => (
    <LoginForm
      label={messages.email}
      kind="email"
      value={email}
      onValue={setEmail}
      check={value => (/^\S+@\S+\.\S+$/.test(value) ? null : messages.emailWrong)}
      submit={submit}
      send={send}
      onDone={onSent}
    />
  )
  const askForCode = () =>
    mail(messages.sendCode, session.requestAccessCode, () =>
      onPopup({ name: 'CHECK_YOUR_EMAIL', email: email.trim() })
    )
  const codeForm = (
    <CodeForm session={session} readFirstTouch={readFirstTouch} onSignedIn={onSignedIn} />
  )
  const ways = (...all: [label: string, name: WayIn][]) => (
    <p className="mille-login-ways">
      {all.map(([label, name]) => (
        <button key={label} type="button" onClick={() => onPopup({ name })}>
          {label}
        </button>
      ))}
    </p>
  )

  switch (popup.name) {
    case 'GET_SIGN_IN_POPUP':
      return (
        <Panel key={popup.name}>
          {askForCode()}
          {ways([messages.haveCode, 'ENTER_ACCESS_POPUP'], [messages.newHere, 'CREATE_ACCOUNT'])}
        </Panel>
      )
    case 'RESET_PASSWORD_POPUP':
      return <Panel key={popup.name}>{askForCode()}</Panel>
    case 'ENTER_ACCESS_POPUP':
      return (
        <Panel key={popup.name}>
          {codeForm}
          {ways([messages.byMail, 'GET_SIGN_IN_POPUP'], [messages.lost, 'RESET_PASSWORD_POPUP'])}
        </Panel>
      )
    case 'CHECK_YOUR_EMAIL':
    case 'CONFIRM_AN_ACCOUNT': {
      const isNew = popup.name === 'CONFIRM_AN_ACCOUNT'
      return (
        <Panel key={popup.name}>
          <p>
            {isNew ? messages.sentToNew : messages.sentTo} <strong>{popup.email}</strong>.{' '}
            {messages.sentHelp}
          </p>
          {codeForm}
          <SendAgain
            send={() =>
              isNew
                ? session.signUpByMail(popup.email, readFirstTouch?.())
                : session.requestAccessCode(popup.email)
            }
          />
        </Panel>
      )
    }
    case 'CREATE_ACCOUNT':
      return (
        <Panel key={popup.name}>
          {mail(
            messages.create,
            address => session.signUpByMail(address, readFirstTouch?.()),
            () => onPopup({ name: 'CONFIRM_AN_ACCOUNT', email: email.trim() })
          )}
          {ways(
            [messages.withoutMail, 'ANONYMOUS_SIGN_UP'],
            [messages.haveAccount, 'GET_SIGN_IN_POPUP']
          )}
        </Panel>
      )
    case 'ANONYMOUS_SIGN_UP':
      return (
        <Panel key={popup.name}>
          <AnonymousSignUp
            create={() => session.signUpAnonymously(readFirstTouch?.())}
            onSignedIn={onSignedIn}
          />
        </Panel>
      )
  }
}

/** Those that need nothing typed before. */
type WayIn = Exclude<Popup['name'], 'CHECK_YOUR_EMAIL' | 'CONFIRM_AN_ACCOUNT'>

/** What was pressed to come here has gone: the focus goes on to what is here instead. */
function Panel({ children }: { children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A dialog that opens now first has to note what had the focus, to give it back.
    queueMicrotask(() => {
      const root = panel.current?.getRootNode() as Document | ShadowRoot | undefined
      const focused = root?.activeElement
      if (!focused || focused === document.body || focused instanceof HTMLDialogElement)
        panel.current?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
    })
  }, [])
  return (
    <div className="mille-login" ref={panel}>
      {children}
    </div>
  )
}

type CodeFormProps = Pick<LoginPanelProps, 'session' | 'readFirstTouch' | 'onSignedIn'>

/** Takes an account code and a one-time code alike. */
function CodeForm({ session, readFirstTouch, onSignedIn }: CodeFormProps) {
  const [code, setCode] = useState('')
  return (
    <LoginForm
      label={messages.code}
      help={messages.codeHelp}
      kind="code"
      value={code}
      onValue={setCode}
      check={value => (value === '' ? messages.codeEmpty : null)}
      submit={messages.enter}
      send={value => session.signIn(value, readFirstTouch?.())}
      onDone={onSignedIn}
    />
  )
}
