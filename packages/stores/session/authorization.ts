import type { Api } from '@mille/api/client.ts'
import { userLoadEveryMs } from '@mille/api/constants.ts'
import { atom } from 'nanostores'
import { createThrottle } from '../shared/throttle.ts'
import type { SessionStores } from './session.ts'

export type Authorization = 'unknown' | 'authorized' | 'not authorized'

/**
 * Whether the user is signed in, where the server could not say: unknown until the current user is loaded, which is
 * requested at most once a second, or until the user signs in.
 */
export function createAuthorizationStores(
  api: { accounts: Pick<Api['accounts'], 'readCurrentUser'> },
  { $account }: Pick<SessionStores, '$account'>
) {
  const $authorization = atom<Authorization>('unknown')
  const stop = $account.listen(account =>
    $authorization.set(account === null ? 'not authorized' : 'authorized')
  )

  /** A failure says nothing about the account: what was known stays. */
  async function load(): Promise<void> {
    const result = await api.accounts.readCurrentUser()
    if (result.ok) $account.set(result.value)
    else if (result.status === 401) $authorization.set('not authorized')
  }

  return { $authorization, loadUser: createThrottle(() => void load(), userLoadEveryMs), stop }
}
