import type { SessionStores } from '@mille/stores/session/session.ts'
import { useEffect } from 'react'

/** Of this tab. Never set on the server, where all users would share it. */
let isVisitor = false

/** Whether the person is signed out, as far as the page knows: then calls that need an account are not made. */
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
