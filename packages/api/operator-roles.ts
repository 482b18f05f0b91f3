import { operatorRoles } from './constants.ts'
import type { AnyEndpoint } from './endpoint.ts'

/** Whether an account with these roles may make an operator's call: `admin` every one, the others those that name them. */
export function mayOperate(
  { auth, roles = [] }: Pick<AnyEndpoint, 'auth' | 'roles'>,
  own: readonly string[]
): boolean {
  return auth === 'admin' && (own.includes('admin') || roles.some(role => own.includes(role)))
}

/** Whether an account has any part in the work of operators. */
export function isStaff(own: readonly string[]): boolean {
  return operatorRoles.some(role => own.includes(role))
}
