import type { UserDocument } from '@mille/api/accounts/endpoints.ts'
import { useStore } from '@nanostores/react'
import { useApp } from '../page/app-context.tsx'

export type Freeze = NonNullable<UserDocument['meta']['suspension']>

/**
 * Returns the freeze that blocks payouts of the signed-in account, or null if there is none. A full suspension is not a
 * freeze.
 */
export function useFreeze(): Freeze | null {
  const suspension = useStore(useApp().session.$account)?.meta.suspension
  return suspension?.kind === 'money' ? suspension : null
}
