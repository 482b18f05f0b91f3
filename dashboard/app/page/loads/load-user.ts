import type { Api } from '@mille/api/client.ts'
import { createAuthorizationStores } from '@mille/stores/session/authorization.ts'
import type { SessionStores } from '@mille/stores/session/session.ts'

/** Asks at once, and again when the network or the tab comes back, until it is known who is signed in. */
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
