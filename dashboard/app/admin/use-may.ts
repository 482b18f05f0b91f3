import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { mayOperate } from '@mille/api/may-operate.ts'
import { useOwnRoles } from '../page/use-own-roles.ts'

/** Returns a function that says whether the operator's roles permit a call. Forbidden actions are not offered. */
export function useMay(): (call: AnyEndpoint) => boolean {
  const roles = useOwnRoles()
  return call => mayOperate(call, roles)
}
