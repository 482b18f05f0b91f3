import type { User } from '@mille/api/accounts/endpoints.ts'

/** Operators have a role; what others see of the pages is the same for advertisers and publishers. */
export function isAdmin(user: User | null): boolean {
  return user?.attributes.roles.includes('admin') ?? false
}
