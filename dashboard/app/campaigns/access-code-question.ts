import type { User } from '@mille/api/accounts/endpoints.ts'

const keyOf = (user: User) => `accessCodeKept ${user.id}`

/** Whether this browser still has to ask the account without an address for its code. */
export function useAccessCodeQuestion(user: User | null) {
  const isOpen =
    user !== null &&
    user.attributes.email === null &&
    typeof localStorage !== 'undefined' &&
    localStorage.getItem(keyOf(user)) === null
  return {
    isOpen,
    close() {
      if (user) localStorage.setItem(keyOf(user), '1')
    }
  }
}
