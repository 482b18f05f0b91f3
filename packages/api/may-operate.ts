import { operatorRoles } from './constants.ts'
import type { AnyEndpoint } from './endpoint.ts'

/**
 * Checks whether an account with these roles may make an operator's call: `admin` may make every call, the other roles
 * only the calls that name them.
 */
export function mayOperate(
  { auth, roles = [] }: Pick<AnyEndpoint, 'auth' | 'roles'>,
  own: readonly string[]
): boolean {
  return auth === 'admin' && (own.includes('admin') || roles.some(role => own.includes(role)))
}

/** Checks whether an account has any operator role. */
export function isStaff(own: readonly string[]): boolean {
  return operatorRoles.some(role => own.includes(role))
}
