import { useStore } from '@nanostores/react'
import { useApp } from './app-context.tsx'

const none: readonly string[] = []

/** The roles of the account that is signed in. */
export function useOwnRoles(): readonly string[] {
  return useStore(useApp().session.$user)?.attributes.roles ?? none
}
