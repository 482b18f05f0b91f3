import type { Api } from '@mille/api/client.ts'
import type { PasskeyBrowser } from '../settings/passkeys.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'
import type { SessionStores } from './session.ts'

type PasskeyApi = {
  passkeys: Pick<Api['passkeys'], 'createPasskeyChallenge' | 'signInWithPasskey'>
}

export type PasskeySignIn =
  | { state: 'done' }
  | { state: 'left' }
  | { state: 'failed'; problem: Problem }

/** Signs in with a passkey. Returns `left` when the user closed the browser's prompt. */
export async function signInWithPasskey(
  { passkeys }: PasskeyApi,
  { $account }: Pick<SessionStores, '$account'>,
  browser: Pick<PasskeyBrowser, 'get'>
): Promise<PasskeySignIn> {
  const asked = await passkeys.createPasskeyChallenge({ purpose: 'sign_in' })
  if (!asked.ok) return { state: 'failed', problem: firstProblem(asked) }
  const response = await browser.get(asked.value.data.attributes.options)
  if (!response) return { state: 'left' }
  const opened = await passkeys.signInWithPasskey({ response })
  if (!opened.ok) return { state: 'failed', problem: firstProblem(opened) }
  $account.set(opened.value)
  return { state: 'done' }
}
