import type { Popup } from '@mille/stores/popups/popups.ts'
import type { AgreedVersions, FirstTouch, SessionStores } from '@mille/stores/session/session.ts'
import { useStore } from '@nanostores/react'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { Translated } from '../shared/words.ts'
import { translate } from '../shared/words.ts'
import type { AgreementProps } from './agreement.tsx'
import type { AnonymousSignUpProps } from './anonymous-sign-up.tsx'
import { LoginForm } from './login-form.tsx'
import { signInMessages } from './messages.ts'
import { Panel } from './panel.tsx'
import { SendAgain } from './send-again.tsx'

export type LoginPanelProps = Translated & {
  popup: Popup
  session: SessionStores
  /** Reads where the visitor came from, for an account that may be created. */
  readFirstTouch?: (() => FirstTouch) | undefined
  onPopup: (popup: Popup) => void
  onSignedIn: () => void
  popups: AnonymousSignUpProps['popups']
  passkeys: AnonymousSignUpProps['passkeys']
  /** The component itself, or one that is loaded when it is shown. */
  AnonymousSignUp: ComponentType<AnonymousSignUpProps>
  /** What a person agrees to by creating an account, for networks that publish terms. */
  Agreement?: ComponentType<AgreementProps>
}

/** All ways to sign in, one at a time. An address typed in one of them is kept in the others. */
export function LoginPanel(props: LoginPanelProps) {
  const messages = translate(signInMessages, props.words)
  const proof = useStore(props.session.$proof)
  return (
    <>
      <Way {...props} />
      {proof !== null && (
        <label className="mille-login">
          {messages.proof}
          <progress value={proof} />
        </label>
      )}
    </>
  )
}

function Way(props: LoginPanelProps) {
  const { popup, session, popups, passkeys, readFirstTouch, onPopup, onSignedIn, AnonymousSignUp } =
    props
  const { words, Agreement } = props
  const messages = translate(signInMessages, words)
  const [email, setEmail] = useState('')
  const [agreed, setAgreed] = useState<AgreedVersions>()
  const agreement = Agreement && <Agreement onShown={setAgreed} words={words} />
  const readSignUp = () => ({ ...readFirstTouch?.(), ...agreed })
  const signUpByMail = (address: string) => session.signUpByMail(address, readSignUp())
  const mail = (
    submit: string,
    send: typeof session.requestAccessCode,
    onSent: () => void,
    note?: ReactNode
  ) => (
    <LoginForm
      label={messages.email}
      kind="email"
      value={email}
      onValue={setEmail}
      check={value => (/^\S+@\S+\.\S+$/.test(value) ? null : messages.emailWrong)}
      note={note}
      submit={submit}
      send={send}
      onDone={onSent}
      words={words}
    />
  )
  const askForCode = () =>
    mail(messages.sendCode, session.requestAccessCode, () =>
      onPopup({ name: 'CHECK_YOUR_EMAIL', email: email.trim() })
    )
  const codeForm = <CodeForm {...{ session, readFirstTouch, onSignedIn, words }} />
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
      const [before, after] = (isNew ? messages.sentToNew : messages.sentTo).split('{email}')
      return (
        <Panel key={popup.name}>
          <p>
            {before}
            <strong>{popup.email}</strong>
            {after} {messages.sentHelp}
          </p>
          {codeForm}
          <SendAgain
            send={() => (isNew ? signUpByMail : session.requestAccessCode)(popup.email)}
            words={words}
          />
        </Panel>
      )
    }
    case 'CREATE_ACCOUNT':
      return (
        <Panel key={popup.name}>
          {mail(
            messages.create,
            signUpByMail,
            () => onPopup({ name: 'CONFIRM_AN_ACCOUNT', email: email.trim() }),
            agreement
          )}
          {ways(
            [messages.withoutMail, 'ANONYMOUS_SIGN_UP'],
            [messages.haveAccount, 'GET_SIGN_IN_POPUP']
          )}
        </Panel>
      )
    case 'ANONYMOUS_SIGN_UP':
      return (
        <AnonymousSignUp
          create={() => session.signUpAnonymously(readSignUp())}
          confirm={session.confirmCode}
          popups={popups}
          passkeys={passkeys}
          words={words}
          onSignedIn={onSignedIn}
          agreement={agreement}
        />
      )
  }
}

/** Popups that need no input typed earlier. */
type WayIn = Exclude<Popup['name'], 'CHECK_YOUR_EMAIL' | 'CONFIRM_AN_ACCOUNT'>

type CodeFormProps = Pick<LoginPanelProps, 'session' | 'readFirstTouch' | 'onSignedIn' | 'words'>

/** Form that accepts both an account code and a one-time code. */
function CodeForm({ session, readFirstTouch, onSignedIn, words }: CodeFormProps) {
  const messages = translate(signInMessages, words)
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
      words={words}
    />
  )
}
