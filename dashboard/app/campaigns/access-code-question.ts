import type { User, UserDocument } from '@mille/api/accounts/endpoints.ts'

const keyOf = (user: User) => `accessCodeKept ${user.id}`

/**
 * Returns whether this browser must still ask the account, which has no email address, to save its access code. Strangers
 * who look around in a demonstration have no code, and operators who view an account are not shown it.
 */
export function useAccessCodeQuestion(account: UserDocument | null) {
  const user = account?.data ?? null
  const isOpen =
    user !== null &&
    account?.meta.look_around === null &&
    account.meta.viewing === null &&
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
