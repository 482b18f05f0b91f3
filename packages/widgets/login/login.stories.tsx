import {
  confirmAccountCode,
  readCurrentUser,
  requestAccessCode,
  signIn,
  signOut,
  signUp
} from '@mille/api/accounts/endpoints.ts'
import { readChallenge } from '@mille/api/captcha/endpoints.ts'
import { createBinder } from '@mille/api/create-binder.ts'
import { listLegalPages } from '@mille/api/legal/endpoints.ts'
import { createPasskey, createPasskeyChallenge } from '@mille/api/passkeys/endpoints.ts'
import { createFetchTransport } from '@mille/api/transport.ts'
import { createPopupStores, type Popup } from '@mille/stores/popups/popups.ts'
import { sampleLegalPages } from '@mille/stores/samples/sample-legal.ts'
import { createSessionStores } from '@mille/stores/session/session.ts'
import { dark, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { expect, spyOn, waitFor } from 'storybook/test'
import { type Answer, answering, planNetwork, refused } from '../../../.storybook/network.ts'
import preview from '../../../.storybook/preview.tsx'
import { insideWidget, WidgetStory } from '../../../.storybook/widget-story.tsx'
import { Dialog } from '../shared/dialog.tsx'
import { AnonymousSignUp } from './anonymous-sign-up.tsx'
import { LoadedAgreement } from './loaded-agreement.tsx'
import type { LoginElement } from './login-element.ts'
import { LoginElsewhere } from './login-elsewhere.tsx'
import { LoginPanel } from './login-panel.tsx'
import { signInTitles } from './messages.ts'
import { PasskeyWay } from './passkey-way.tsx'
import '../shared/dialog.css'
import './login-panel.css'

type Args = {
  popup: Popup['name']
  email: string
  /** Origin of the network; for another site's page, signing in uses a window. */
  server: string
  answer: Answer
  /** The legal pages that the network has published. */
  legal: Answer
}

const account: Answer = {
  status: 200,
  body: {
    data: {
      type: 'users',
      id: '7',
      attributes: { email: 'ada@example.com', username: null, roles: [], locale: 'en' }
    },
    meta: { feedback_url: null, access_code: '7K3M9PQX2VTA5N8RWJ4C6DHYEB' }
  }
}

const meta = preview.meta({
  component: LoginStory,
  title: 'Widgets/Login',
  tags: ['both'],
  parameters: { layout: 'fullscreen', docs: { story: { inline: false, height: '540px' } } },
  args: {
    popup: 'GET_SIGN_IN_POPUP',
    email: 'ada@example.com',
    server: '',
    answer: account,
    legal: { status: 200, body: { data: [], meta: { source_url: null } } }
  } as Args,
  argTypes: { popup: { control: 'select', options: Object.keys(signInTitles) } },
  beforeEach: ({ args }) =>
    planNetwork(
      answering(signIn, args.answer),
      answering(requestAccessCode, args.answer),
      answering(readCurrentUser, args.answer),
      answering(listLegalPages, args.legal),
      answering(signUp, args.answer === account ? { ...account, status: 201 } : args.answer)
    )
})

function LoginStory(args: Args) {
  return (
    <WidgetStory
      name="login"
      attributes={args.server === '' ? {} : { server: args.server }}
      onElement={element => void openPopup(element as LoginElement, args)}
    >
      <OwnLogin {...args} />
    </WidgetStory>
  )
}

async function openPopup(element: LoginElement, { popup, email }: Args) {
  await customElements.whenDefined(element.localName)
  element.open(popup, email)
}

function OwnLogin({ popup: name, email, server }: Args) {
  const popups = useMemo(() => createPopupStores({ name, email } as Popup), [name, email])
  const passkeys = useMemo(
    () =>
      createBinder({ transport: createFetchTransport(location.origin) })({
        createPasskeyChallenge,
        createPasskey
      }),
    []
  )
  const session = useMemo(() => {
    const bind = createBinder({ transport: createFetchTransport(location.origin) })
    const accounts = bind({
      ...{ signIn, signUp, requestAccessCode, readCurrentUser, signOut },
      confirmAccountCode
    })
    return createSessionStores({ accounts, captcha: bind({ readChallenge }) }, null)
  }, [])
  const popup = useStore(popups.$popup)
  if (!popup) return null
  return (
    <Dialog {...signInTitles[popup.name]} onClose={popups.dismiss}>
      {server === '' ? (
        <>
          <LoginPanel
            popup={popup}
            session={session}
            onPopup={popups.open}
            onSignedIn={popups.close}
            AnonymousSignUp={AnonymousSignUp}
            Agreement={LoadedAgreement}
            popups={popups}
            passkeys={passkeys}
          />
          {popup.name === 'GET_SIGN_IN_POPUP' && (
            <PasskeyWay server={location.origin} session={session} onSignedIn={popups.close} />
          )}
        </>
      ) : (
        <LoginElsewhere
          server={server}
          signIn={async () => ({ ok: false, reason: 'closed' })}
          onSignedIn={popups.close}
        />
      )}
    </Dialog>
  )
}

export const Playground = meta.story({ play: waitForDialog('Sign in') })
export const AccessCode = meta.story({
  args: { popup: 'ENTER_ACCESS_POPUP' },
  play: waitForDialog('Enter your access code')
})
export const PasswordReset = meta.story({
  args: { popup: 'RESET_PASSWORD_POPUP' },
  play: waitForDialog('Recover access')
})
export const CheckYourEmail = meta.story({
  args: { popup: 'CHECK_YOUR_EMAIL' },
  play: waitForDialog('Check your email')
})
export const LongText = meta.story({
  args: {
    popup: 'CHECK_YOUR_EMAIL',
    email: `${'a-very-long-name-that-somebody-has'.repeat(3)}@${'subdomain.'.repeat(8)}example.com`
  },
  play: waitForDialog('Check your email')
})
export const CreateAccount = meta.story({
  args: { popup: 'CREATE_ACCOUNT' },
  play: waitForDialog('Create an account')
})
const withTerms = { legal: { status: 200, body: sampleLegalPages } }
/** The network has published terms and a privacy policy. */
export const CreateAccountWithTerms = meta.story({
  args: { popup: 'CREATE_ACCOUNT', ...withTerms },
  play: waitForAgreement
})
export const AnonymousWithTerms = meta.story({
  args: { popup: 'ANONYMOUS_SIGN_UP', ...withTerms },
  play: waitForAgreement
})
export const DarkWithTerms = CreateAccountWithTerms.extend(dark)
export const RightToLeftWithTerms = CreateAccountWithTerms.extend(rightToLeft)
export const ConfirmAccount = meta.story({
  args: { popup: 'CONFIRM_AN_ACCOUNT' },
  play: waitForDialog('Confirm your account')
})
export const Anonymous = meta.story({
  args: { popup: 'ANONYMOUS_SIGN_UP' },
  async play({ canvasElement, userEvent }) {
    const widget = await openDialog(canvasElement)
    await userEvent.click(await widget.findByRole('button', { name: 'Create anonymous account' }))
    await widget.findByText('7K3M9PQX2VTA5N8RWJ4C6DHYEB')
    const goOn = widget.getByRole('button', { name: 'Done' })
    await expect(goOn).toBeDisabled()
    await userEvent.click(widget.getByRole('checkbox'))
    await expect(goOn).toBeEnabled()
  }
})
export const AnonymousCopied = meta.story({
  args: { popup: 'ANONYMOUS_SIGN_UP' },
  async play({ canvasElement, userEvent }) {
    const widget = await openDialog(canvasElement)
    await userEvent.click(await widget.findByRole('button', { name: 'Create anonymous account' }))
    const goOn = await widget.findByRole('button', { name: 'Done' })
    await expect(goOn).toBeDisabled()
    // Only a focused document may write to the clipboard, and a test's document has no focus, so the call is mocked.
    const write = spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await userEvent.click(widget.getByRole('button', { name: 'Copy code' }))
    await expect(write).toHaveBeenCalledWith('7K3M9PQX2VTA5N8RWJ4C6DHYEB')
    await widget.findByRole('button', { name: 'Copied' })
    await expect(goOn).toBeEnabled()
  }
})
export const Elsewhere = meta.story({
  args: { server: 'https://ads.example' },
  play: waitForDialog('Sign in')
})
export const Dark = CreateAccount.extend(dark)
export const RightToLeft = CreateAccount.extend(rightToLeft)

export const NotAnAddress = meta.story({
  async play({ canvasElement, userEvent }) {
    const widget = await openDialog(canvasElement)
    const field = await widget.findByLabelText('Email address')
    await userEvent.type(field, 'ada{Enter}')
    await widget.findByText('This is not a complete email address.')
    await expect(field).toHaveValue('ada')
  }
})
export const WrongCode = meta.story({
  args: { popup: 'ENTER_ACCESS_POPUP', answer: refused(422, 'access_code_wrong') },
  play: submitted('Access code', 'NOT-MINE', /is not correct/)
})
export const Refused = meta.story({
  args: { answer: refused(429, 'too_many_requests') },
  play: submitted('Email address', 'ada@example.com', /Too many attempts/)
})
export const Offline = meta.story({
  args: { answer: 'offline' },
  play: submitted('Email address', 'ada@example.com', /could not be reached/)
})
export const Sending = meta.story({
  args: { answer: 'waiting' },
  async play({ canvasElement, userEvent }) {
    const widget = await openDialog(canvasElement)
    await userEvent.type(await widget.findByLabelText('Email address'), 'ada@example.com{Enter}')
    await waitFor(() =>
      expect(widget.getByRole('button', { name: 'Email me a code' })).toHaveAttribute(
        'aria-busy',
        'true'
      )
    )
  }
})
export const Sent = meta.story({
  args: { answer: { status: 202, body: { data: null, meta: { email: 'ada@example.com' } } } },
  async play({ canvasElement, userEvent }) {
    const widget = await openDialog(canvasElement)
    await userEvent.type(await widget.findByLabelText('Email address'), 'ada@example.com{Enter}')
    await widget.findByRole('dialog', { name: 'Check your email' })
    await expect(widget.getByText('ada@example.com')).toBeVisible()
  }
})

/** Opens the dialog and waits until it has the focus, so that typing may begin. */
async function openDialog(canvasElement: HTMLElement) {
  const widget = await insideWidget(canvasElement, 'login')
  const dialog = await widget.findByRole('dialog')
  await waitFor(() => expect(dialog.matches(':focus-within')).toBe(true))
  return widget
}

function waitForDialog(name: string) {
  return async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const widget = await openDialog(canvasElement)
    await expect(widget.getByRole('dialog', { name })).toBeVisible()
  }
}

async function waitForAgreement({ canvasElement }: { canvasElement: HTMLElement }) {
  const widget = await openDialog(canvasElement)
  const link = await widget.findByRole('link', { name: 'terms of service' })
  await expect(link).toHaveAttribute('href', '/legal/terms?version=2')
  await expect(link.closest('p')).toHaveTextContent(
    'By creating an account, you agree to the terms of service and the privacy policy.'
  )
}

function submitted(label: string, text: string, answer: RegExp) {
  return async ({ canvasElement, userEvent }: PlayContext) => {
    const widget = await openDialog(canvasElement)
    const field = await widget.findByLabelText(label)
    await userEvent.type(field, `${text}{Enter}`)
    await widget.findByText(answer)
    await expect(field).toHaveValue(text)
  }
}

type PlayContext = {
  canvasElement: HTMLElement
  userEvent: { type: (element: Element, text: string) => Promise<void> }
}
