import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { mayOperate } from '@mille/api/operator-roles.ts'
import { useOwnRoles } from '../page/use-own-roles.ts'

/** Whether the operator's roles include a call: what they do not is not offered. */
export function useMay(): (call: AnyEndpoint) => boolean {
  const roles = useOwnRoles()
  return call => mayOperate(call, roles)
}
