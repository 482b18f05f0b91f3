import type { SessionStores } from '@mille/stores/session/session.ts'
import { useEffect } from 'react'
import { useApi } from '../app-context.tsx'

/** Asks who is signed in if the server could not find out. */
export function useKnownUser(session: SessionStores, isKnown: boolean) {
  const api = useApi()
  useEffect(() => {
    if (isKnown) return
    const leaving = new AbortController()
    void import('./load-user.ts').then(
      it => it.loadUser(api, session, leaving.signal),
      () => {}
    )
    return () => leaving.abort()
  }, [api, session, isKnown])
}
