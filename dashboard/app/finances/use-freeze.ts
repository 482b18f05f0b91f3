import type { UserDocument } from '@mille/api/accounts/endpoints.ts'
import { useStore } from '@nanostores/react'
import { useApp } from '../page/app-context.tsx'

export type Freeze = NonNullable<UserDocument['meta']['suspension']>

/** Why no money leaves the account that is signed in; null where it does, and for one that is suspended as a whole. */
export function useFreeze(): Freeze | null {
  const suspension = useStore(useApp().session.$account)?.meta.suspension
  return suspension?.kind === 'money' ? suspension : null
}
