import type { Api } from '@mille/api/client.ts'
import { atom } from 'nanostores'
import { createSessionStores, type FirstTouch } from './session.ts'

export type Authorization = 'unknown' | 'loading' | 'authorized' | 'not authorized'

/** Whether somebody is signed in, where that is not known yet: a page that was rendered for nobody in particular. */
export function createAuthorizationStores(api: Pick<Api, 'accounts' | 'captcha'>) {
  const session = createSessionStores(api, null)
  const $authorization = atom<Authorization>('unknown')

  return {
    $authorization,
    $user: session.$user,

    async loadUser(): Promise<void> {
      const result = await api.accounts.readCurrentUser()
      session.$account.set(result.ok ? result.value : null)
      $authorization.set(result.ok ? 'authorized' : 'not authorized')
    },

    /** By an access code; a failure takes the user away too. */
    async signIn(accessCode: string, firstTouch: FirstTouch = {}) {
      $authorization.set('loading')
      const outcome = await session.signIn(accessCode, firstTouch)
      $authorization.set(outcome.ok ? 'authorized' : 'not authorized')
      return outcome
    }
  }
}
