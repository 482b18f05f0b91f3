import type { UserDocument } from '@mille/api/accounts/endpoints.ts'
import type { Api, CallFailure } from '@mille/api/client.ts'
import { atom, computed } from 'nanostores'
import { type CaptchaApi, createCaptchaStores } from '../captcha/captcha.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'

/** The calls that signing in and out takes. */
export type SessionApi = CaptchaApi & {
  accounts: Pick<
    Api['accounts'],
    'signIn' | 'requestAccessCode' | 'signUp' | 'readCurrentUser' | 'signOut' | 'confirmAccountCode'
  >
}

export type SessionStores = ReturnType<typeof createSessionStores>

/** Where the first visit came from; kept with the account. */
export type FirstTouch = { utm_source?: string; partner?: string }

type Outcome<Value = undefined> = { ok: true; value: Value } | { ok: false; problem: Problem }

/** Who is signed in, and the ways in and out. `loaded` is null for a visitor who is not. */
export function createSessionStores(api: SessionApi, loaded: UserDocument | null) {
  const $account = atom(loaded)
  const { $progress: $proof, withCaptcha } = createCaptchaStores(api)
  const $user = computed($account, account => account?.data ?? null)
  const $isCodeUnsaved = computed(
    $account,
    account => account?.meta.is_account_code_unsaved ?? false
  )
  const $isAuthorized = computed($user, user => user !== null)

  /** By an account code or a one-time code. After a failure the user is signed out. */
  async function signIn(accessCode: string, firstTouch: FirstTouch = {}): Promise<Outcome> {
    const result = await withCaptcha('sign_in', proof =>
      api.accounts.signIn({ access_code: accessCode, ...firstTouch, ...proof })
    )
    $account.set(result.ok ? result.value : null)
    return result.ok ? done(undefined) : failed(result)
  }

  /** Answers the same whether or not the address is known. */
  function requestAccessCode(email: string): Promise<Outcome> {
    return outcomeOf(
      withCaptcha('access_code', proof => api.accounts.requestAccessCode({ email, ...proof }))
    )
  }

  function signUpByMail(email: string, firstTouch: FirstTouch = {}): Promise<Outcome> {
    return outcomeOf(
      withCaptcha('access_code', proof => api.accounts.signUp({ email, ...firstTouch, ...proof }))
    )
  }

  /** The value is the account code, which is never shown again. */
  async function signUpAnonymously(firstTouch: FirstTouch = {}): Promise<Outcome<string>> {
    const created = await withCaptcha('sign_up', proof =>
      api.accounts.signUp({ anonymous: true, ...firstTouch, ...proof })
    )
    if (!created.ok) return failed(created)
    const code = created.value.meta.access_code
    if (code === undefined) return { ok: false, problem: { code: 'internal', detail: '' } }
    const current = await api.accounts.readCurrentUser()
    // Where signing up does not open a session, the new code does. After a lost answer it stays unused and so replaceable.
    if (current.ok) $account.set(current.value)
    else if (current.status === 401) await signIn(code)
    return done(code)
  }

  /** The person has saved the account code that was shown. When the answer is lost, the page goes on asking. */
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
    // A session that has ended already is what was asked for.
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
    /** How far the proof of work is that the server asked for, from 0 to 1. */
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
