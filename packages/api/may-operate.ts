import type { AnyEndpoint } from './endpoint.ts'

/** Roles of operators besides `admin`. An `admin` may make every call, the others only those that name their role. */
export const dividedRoles = ['reviewer', 'support', 'finance'] as const
export type DividedRole = (typeof dividedRoles)[number]
export const operatorRoles = ['admin', ...dividedRoles] as const
export type OperatorRole = (typeof operatorRoles)[number]

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
