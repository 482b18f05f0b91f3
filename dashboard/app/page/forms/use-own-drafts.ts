import type { SessionStores } from '@mille/stores/session/session.ts'
import { claimDrafts } from '@mille/stores/shared/draft.ts'
import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef } from 'react'

/**
 * Hides one account's drafts from the next account that signs in on this browser. A layout effect runs before the
 * effects in which forms read their drafts. Strangers who look around in a demonstration count as visitors: what they
 * type is for the account that they create. An operator who views an account keeps the drafts of the own one.
 */
export function useOwnDrafts({
  $account,
  $isCodeUnsaved
}: Pick<SessionStores, '$account' | '$isCodeUnsaved'>) {
  const account = useStore($account)
  const isOthers = account?.meta.look_around || account?.meta.viewing
  const id = isOthers ? undefined : account?.data.id
  const isCodeUnsaved = useStore($isCodeUnsaved)
  const isFirst = useRef(true)
  const isReloadWanted = useRef(false)

  useLayoutEffect(() => {
    if (id !== undefined && claimDrafts(localStorage, id) && !isFirst.current)
      isReloadWanted.current = true
    // An open form still holds the other account's text and would save it again, so the page reloads. It waits until a
    // new account has saved its access code, which a reloaded page would not show.
    if (isReloadWanted.current && !isCodeUnsaved) location.reload()
    isFirst.current = false
  }, [id, isCodeUnsaved])
}
