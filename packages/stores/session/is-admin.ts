import type { User } from '@mille/api/accounts/endpoints.ts'

/** Whether the user has the role `admin`. */
export function isAdmin(user: User | null): boolean {
  return user?.attributes.roles.includes('admin') ?? false
}
