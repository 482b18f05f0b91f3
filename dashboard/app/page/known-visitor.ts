import type { SessionStores } from '@mille/stores/session/session.ts'
import { useEffect } from 'react'

/** Of this tab. Never set on the server, where it would be everybody's. */
let isVisitor = false

/** Whether nobody is signed in, as far as the page knows: then what needs an account is not asked for. */
export function isKnownVisitor(): boolean {
  return isVisitor
}

export function useKnownVisitor(session: SessionStores): void {
  useEffect(
    () =>
      session.$user.subscribe(user => {
        isVisitor = user === null
      }),
    [session]
  )
}
