import type { SessionStores } from '@mille/stores/session/session.ts'
import { claimDrafts } from '@mille/stores/shared/draft.ts'
import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef } from 'react'

/**
 * Keeps what one account typed from the next one that signs in on this browser. As a layout effect it comes before the
 * effects in which forms take their drafts from the storage.
 */
export function useOwnDrafts({ $user, $isCodeUnsaved }: SessionStores) {
  const id = useStore($user)?.id
  const isCodeUnsaved = useStore($isCodeUnsaved)
  const isFirst = useRef(true)
  const isReloadWanted = useRef(false)

  useLayoutEffect(() => {
    if (id !== undefined && claimDrafts(localStorage, id) && !isFirst.current)
      isReloadWanted.current = true
    // A form that is open has the other person's words in memory, and would keep them again. But first things first: a new
    // page would not show the code of a new account.
    if (isReloadWanted.current && !isCodeUnsaved) location.reload()
    isFirst.current = false
  }, [id, isCodeUnsaved])
}
