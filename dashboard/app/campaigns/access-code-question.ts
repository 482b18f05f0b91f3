import type { User } from '@mille/api/accounts/endpoints.ts'

const keyOf = (user: User) => `accessCodeKept ${user.id}`

/** Returns whether this browser must still ask the account, which has no email address, to save its access code. */
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
