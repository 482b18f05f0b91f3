import type { SessionStores } from '@mille/stores/session/session.ts'
import { useEffect } from 'react'

/** Whether this tab's user is signed out. Never set on the server, where all users would share the value. */
let isVisitor = false

/** Returns whether the page knows that the user is signed out. Calls that need an account are then skipped. */
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
