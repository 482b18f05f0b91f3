import type { SessionStores } from '@mille/stores/session/session.ts'
import { claimDrafts } from '@mille/stores/shared/draft.ts'
import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef } from 'react'

/**
 * Keeps what one account typed from the next one that signs in on this browser. As a layout effect it comes before the
 * effects in which forms take their drafts from the storage.
 */
export function useOwnDrafts({ $user }: SessionStores) {
  const id = useStore($user)?.id
  const isFirst = useRef(true)

  useLayoutEffect(() => {
    if (id !== undefined && claimDrafts(localStorage, id) && !isFirst.current) {
      // A form that is open has the other person's words in memory, and would keep them again.
      location.reload()
    }
    isFirst.current = false
  }, [id])
}
