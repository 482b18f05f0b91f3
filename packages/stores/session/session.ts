import type { UserDocument } from '@mille/api/accounts/endpoints.ts'
import type { Api, CallFailure } from '@mille/api/client.ts'
import { atom, computed } from 'nanostores'
import { type CaptchaApi, createCaptchaStores } from '../captcha/captcha.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'

/** The API calls that signing in and out uses. */
export type SessionApi = CaptchaApi & {
  accounts: Pick<
    Api['accounts'],
    'signIn' | 'requestAccessCode' | 'signUp' | 'readCurrentUser' | 'signOut' | 'confirmAccountCode'
  >
}

export type SessionStores = ReturnType<typeof createSessionStores>

/** Where the visitor's first visit came from, stored with the account. */
export type FirstTouch = { utm_source?: string; partner?: string }

/** The versions of the legal pages that a sign-up form shows. None if the network has no terms. */
export type AgreedVersions = { terms_version?: number; privacy_version?: number }
type SignUp = FirstTouch & AgreedVersions

type Outcome<Value = undefined> = { ok: true; value: Value } | { ok: false; problem: Problem }

/** The signed-in user, with the ways to sign in and out. `loaded` is null for a signed-out visitor. */
export function createSessionStores(api: SessionApi, loaded: UserDocument | null) {
  const $account = atom(loaded)
  const { $progress: $proof, withCaptcha } = createCaptchaStores(api)
  const $user = computed($account, account => account?.data ?? null)
  const $isCodeUnsaved = computed(
    $account,
    account => account?.meta.is_account_code_unsaved ?? false
  )
  const $isAuthorized = computed($user, user => user !== null)

  /** Signs in with an account code or a one-time code. A failure leaves the user signed out. */
  async function signIn(accessCode: string, firstTouch: FirstTouch = {}): Promise<Outcome> {
    const result = await withCaptcha('sign_in', proof =>
      api.accounts.signIn({ access_code: accessCode, ...firstTouch, ...proof })
    )
    $account.set(result.ok ? result.value : null)
    return result.ok ? done(undefined) : failed(result)
  }

  /** Requests an access code by email. The answer is the same whether or not the email address is known. */
  function requestAccessCode(email: string): Promise<Outcome> {
    return outcomeOf(
      withCaptcha('access_code', proof => api.accounts.requestAccessCode({ email, ...proof }))
    )
  }

  function signUpByMail(email: string, signUp: SignUp = {}): Promise<Outcome> {
    return outcomeOf(
      withCaptcha('access_code', proof => api.accounts.signUp({ email, ...signUp, ...proof }))
    )
  }

  /** Signs up without an email address. Returns the account code, which is never shown again. */
  async function signUpAnonymously(signUp: SignUp = {}): Promise<Outcome<string>> {
    const created = await withCaptcha('sign_up', proof =>
      api.accounts.signUp({ anonymous: true, ...signUp, ...proof })
    )
    if (!created.ok) return failed(created)
    const code = created.value.meta.access_code
    if (code === undefined) return { ok: false, problem: { code: 'internal', detail: '' } }
    const current = await api.accounts.readCurrentUser()
    // If signing up did not open a session, the new code does. If the answer is lost, the code stays unused and can be
    // replaced.
    if (current.ok) $account.set(current.value)
    else if (current.status === 401) await signIn(code)
    return done(code)
  }

  /** Confirms that the user has saved the displayed account code. If the answer is lost, the page keeps asking. */
  async function confirmCode(): Promise<Outcome> {
    const result = await api.accounts.confirmAccountCode()
    if (!result.ok) return failed(result)
    const account = $account.get()
    if (account)
      $account.set({ ...account, meta: { ...account.meta, is_account_code_unsaved: false } })
    return done(undefined)
  }

  async function signOut(): Promise<Outcome> {
    const result = await api.accounts.signOut()
    // A session that has already ended counts as signed out.
    if (!result.ok && result.status !== 401) return failed(result)
    $account.set(null)
    return done(undefined)
  }

  return {
    $account,
    $user,
    $isAuthorized,
    /** Whether this session was shown an account code that the user has not saved yet. */
    $isCodeUnsaved,
    /** Progress of the proof of work that the server requested, from 0 to 1. */
    $proof,
    signIn,
    requestAccessCode,
    signUpByMail,
    signUpAnonymously,
    confirmCode,
    signOut
  }
}

async function outcomeOf(call: Promise<{ ok: true } | CallFailure>): Promise<Outcome> {
  const result = await call
  return result.ok ? done(undefined) : failed(result)
}

function done<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

function failed(failure: CallFailure): { ok: false; problem: Problem } {
  return { ok: false, problem: firstProblem(failure) }
}
