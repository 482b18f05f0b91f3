import { useSyncExternalStore } from 'react'
import { listenShared, readShared, type SharedState } from './shared-state.ts'

const nobody: SharedState = { user: null, theme: null, locale: null }

/** What the widgets of the page have in common, as it changes; on a server nothing is known yet. */
export function useShared(): SharedState {
  return useSyncExternalStore(listenShared, readShared, () => nobody)
}
