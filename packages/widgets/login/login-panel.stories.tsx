import { createPopupStores, type Popup } from '@mille/stores/popups/popups.ts'
import { sampleLegalPages } from '@mille/stores/samples/sample-legal.ts'
import { createSessionStores, type SessionApi } from '@mille/stores/session/session.ts'
import type { Problem } from '@mille/stores/shared/problems.ts'
import { expect, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Agreement } from './agreement.tsx'
import { AnonymousSignUp as AnonymousSignUpPart } from './anonymous-sign-up.tsx'
import { LoginPanel } from './login-panel.tsx'
import './login-panel.css'

const email = 'ada@example.com'

const meta = preview.meta({
  title: 'Widgets/Parts/Login panel',
  component: LoginPanel,
  args: {
    popup: { name: 'GET_SIGN_IN_POPUP' } as Popup,
    session: sessionThat({ code: 'access_code_wrong', detail: 'No.' }),
    AnonymousSignUp: AnonymousSignUpPart,
    popups: createPopupStores(),
    passkeys: { createPasskeyChallenge: fn(), createPasskey: fn() },
    onPopup: fn(),
    onSignedIn: fn()
  },
  decorators: [
    Story => (
      <div style={{ maxInlineSize: '26rem' }}>
        <Story />
      </div>
    )
  ]
})

export const Playground = meta.story({
  async play({ args, canvas, userEvent }) {
    await userEvent.type(canvas.getByLabelText('Email address'), 'not an address')
    await userEvent.click(canvas.getByRole('button', { name: 'Email me a code' }))
    await expect(canvas.getByRole('alert')).toHaveTextContent('not a complete email address')
    await userEvent.click(canvas.getByRole('button', { name: 'I already have a code' }))
    await expect(args.onPopup).toHaveBeenCalledWith({ name: 'ENTER_ACCESS_POPUP' })
  }
})
export const AccessCode = meta.story({ args: { popup: { name: 'ENTER_ACCESS_POPUP' } } })
export const WrongCode = meta.story({
  args: { popup: { name: 'ENTER_ACCESS_POPUP' } },
  async play({ canvas, userEvent }) {
    const field = canvas.getByRole('textbox', { name: 'Access code' })
    await userEvent.type(field, 'WRONG')
    await userEvent.click(canvas.getByRole('button', { name: 'Sign in' }))
    await expect(await canvas.findByText(/is not correct/)).toBeVisible()
    await expect(field).toHaveValue('WRONG')
    await expect(field).toHaveAccessibleDescription(/is not correct/)
  }
})
export const Sending = meta.story({
  args: { session: sessionThat(null) },
  async play({ canvas, userEvent }) {
    await userEvent.type(canvas.getByLabelText('Email address'), 'ada@example.com')
    const button = canvas.getByRole('button', { name: 'Email me a code' })
    await userEvent.click(button)
    await expect(button).toHaveAttribute('aria-busy', 'true')
  }
})
export const Offline = meta.story({
  args: { session: sessionThat({ code: 'unreachable', detail: '' }) },
  async play({ canvas, userEvent }) {
    await userEvent.type(canvas.getByLabelText('Email address'), 'ada@example.com')
    await userEvent.click(canvas.getByRole('button', { name: 'Email me a code' }))
    await expect(await canvas.findByText(/could not be reached/)).toBeVisible()
  }
})
/** The server requires a proof of work before it sends another email. */
export const Proving = meta.story({
  args: { session: sessionThat({ code: 'captcha_required', detail: 'Show it.' }) },
  async play({ canvas, userEvent }) {
    await userEvent.type(canvas.getByLabelText('Email address'), 'ada@example.com')
    await userEvent.click(canvas.getByRole('button', { name: 'Email me a code' }))
    await expect(await canvas.findByRole('progressbar')).toHaveAccessibleName(/are human/)
  }
})
export const PasswordReset = meta.story({ args: { popup: { name: 'RESET_PASSWORD_POPUP' } } })
export const CheckYourEmail = meta.story({
  args: { popup: { name: 'CHECK_YOUR_EMAIL', email: 'ada@example.com' } }
})
export const ConfirmAnAccount = meta.story({
  args: { popup: { name: 'CONFIRM_AN_ACCOUNT', email: 'ada@example.com' } }
})
export const LongText = meta.story({
  args: {
    popup: {
      name: 'CHECK_YOUR_EMAIL',
      email: 'a-very-long-name-that-goes-on-and-on@a-domain-that-does-the-same.example.org'
    }
  }
})
export const CreateAccount = meta.story({ args: { popup: { name: 'CREATE_ACCOUNT' } } })
/** What is sent with the form are the versions that it shows. */
export const CreateAccountWithTerms = meta.story({
  args: {
    popup: { name: 'CREATE_ACCOUNT' },
    Agreement: props => <Agreement legal={sampleLegalPages} {...props} />,
    ...signUpThat()
  },
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
      'href',
      '/legal/privacy?version=1'
    )
    await userEvent.type(canvas.getByLabelText('Email address'), `${email}{Enter}`)
    await expect(args.session.signUpByMail).toHaveBeenCalledWith(email, {
      terms_version: 2,
      privacy_version: 1
    })
  }
})
/** The network has published terms but no privacy policy. */
export const CreateAccountWithTermsOnly = meta.story({
  args: {
    popup: { name: 'CREATE_ACCOUNT' },
    Agreement: props => (
      <Agreement
        legal={{ ...sampleLegalPages, data: sampleLegalPages.data.slice(0, 1) }}
        {...props}
      />
    ),
    ...signUpThat()
  },
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getAllByRole('link')).toHaveLength(1)
    await userEvent.type(canvas.getByLabelText('Email address'), `${email}{Enter}`)
    await expect(args.session.signUpByMail).toHaveBeenCalledWith(email, { terms_version: 2 })
  }
})
/** A form that is sent before the versions have loaded agrees to nothing, because it has shown nothing. */
export const CreateAccountBeforeTerms = meta.story({
  args: {
    popup: { name: 'CREATE_ACCOUNT' },
    Agreement: props => <Agreement legal={null} {...props} />,
    ...signUpThat()
  },
  async play({ args, canvas, userEvent }) {
    await userEvent.type(canvas.getByLabelText('Email address'), `${email}{Enter}`)
    await expect(args.session.signUpByMail).toHaveBeenCalledWith(email, {})
  }
})
export const AnonymousSignUp = meta.story({ args: { popup: { name: 'ANONYMOUS_SIGN_UP' } } })
export const RightToLeft = meta.story({
  globals: { direction: 'rtl' },
  args: { popup: { name: 'ENTER_ACCESS_POPUP' } }
})
export const Dark = meta.story({ globals: { theme: 'dark' } })

/** Returns a session whose sign-up by email records its calls. */
function signUpThat() {
  const signUpByMail = fn(async () => ({ ok: true as const, value: undefined }))
  return { session: { ...sessionThat(null), signUpByMail } }
}

/** Returns a session whose calls all fail with the problem or, without one, never resolve. */
function sessionThat(problem: Problem | null) {
  const call = () =>
    problem
      ? Promise.resolve({
          ok: false,
          status: 422,
          code: problem.code,
          errors: problem.detail === '' ? [] : [{ status: '422', title: 'A title', ...problem }]
        })
      : new Promise(() => {})
  const accounts = {
    signIn: call,
    signUp: call,
    requestAccessCode: call,
    readCurrentUser: call,
    signOut: call
  } as unknown as SessionApi['accounts']
  const captcha = { readChallenge: () => new Promise<never>(() => {}) }
  return createSessionStores({ accounts, captcha }, null)
}
