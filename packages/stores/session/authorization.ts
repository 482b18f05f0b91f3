import type { Api } from '@mille/api/client.ts'
import { userLoadEveryMs } from '@mille/api/constants.ts'
import { atom } from 'nanostores'
import { createThrottle } from '../shared/throttle.ts'
import type { SessionStores } from './session.ts'

export type Authorization = 'unknown' | 'authorized' | 'not authorized'

/**
 * State of whether the user is signed in, for pages on which the server could not tell: unknown until the current user
 * is loaded, at most once a second, or until the user signs in.
 */
export function createAuthorizationStores(
  api: { accounts: Pick<Api['accounts'], 'readCurrentUser'> },
  { $account }: Pick<SessionStores, '$account'>
) {
  const $authorization = atom<Authorization>('unknown')
  const stop = $account.listen(account =>
    $authorization.set(account === null ? 'not authorized' : 'authorized')
  )

  /** Loads the current user. A failed request says nothing about the account, so the known state stays. */
  async function load(): Promise<void> {
    const result = await api.accounts.readCurrentUser()
    if (result.ok) $account.set(result.value)
    else if (result.status === 401) $authorization.set('not authorized')
  }

  return { $authorization, loadUser: createThrottle(() => void load(), userLoadEveryMs), stop }
}
