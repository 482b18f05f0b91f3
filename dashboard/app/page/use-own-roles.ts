import { useStore } from '@nanostores/react'
import { useApp } from './app-context.tsx'

const none: readonly string[] = []

/** Returns the roles of the signed-in account. */
export function useOwnRoles(): readonly string[] {
  return useStore(useApp().session.$user)?.attributes.roles ?? none
}
