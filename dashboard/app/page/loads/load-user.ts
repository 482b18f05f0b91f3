import type { Api } from '@mille/api/client.ts'
import { createAuthorizationStores } from '@mille/stores/session/authorization.ts'
import type { SessionStores } from '@mille/stores/session/session.ts'

/** Finds out who is signed in. Retries when the network or the tab comes back, until that is known. */
export function loadUser(api: Api, session: SessionStores, signal: AbortSignal): void {
  if (signal.aborted) return
  const { $authorization, loadUser: load, stop } = createAuthorizationStores(api, session)
  const again = () => {
    if ($authorization.get() === 'unknown') load()
  }
  addEventListener('online', again, { signal })
  document.addEventListener('visibilitychange', again, { signal })
  signal.addEventListener('abort', stop)
  load()
}
