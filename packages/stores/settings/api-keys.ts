import type { ApiKey } from '@mille/api/api-keys/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import type { ApiScope } from '@mille/api/constants.ts'
import { atom } from 'nanostores'
import {
  firstProblem,
  noProblems,
  type Problem,
  type Problems,
  problemsOf
} from '../shared/problems.ts'

/** State of the account's API keys. `$token` is a key just created, until the user says it is saved. */
export function createApiKeysStores(api: Pick<Api, 'apiKeys'>, loaded: { data: ApiKey[] }) {
  const $keys = atom(loaded.data)
  const $problems = atom<Problems>(noProblems)
  const $revokeProblem = atom<Problem | null>(null)
  const $isCreating = atom(false)
  const $token = atom<string | null>(null)

  return {
    $keys,
    $problems,
    $revokeProblem,
    $isCreating,
    $token,

    /** Creates an API key. Returns true on success. */
    async create(name: string, scopes: ApiScope[]): Promise<boolean> {
      $isCreating.set(true)
      const result = await api.apiKeys.createApiKey({ name, scopes })
      $isCreating.set(false)
      $problems.set(result.ok ? noProblems : problemsOf(result))
      if (!result.ok) return false
      $keys.set([result.value.data, ...$keys.get()])
      $token.set(result.value.meta.token)
      return true
    },

    /** Forgets the displayed key, after the user has saved it. */
    forgetToken: () => $token.set(null),

    async revoke(id: string): Promise<boolean> {
      const result = await api.apiKeys.revokeApiKey({ id })
      // A key that was already revoked in another window counts as revoked.
      const isGone = result.ok || result.status === 404
      $revokeProblem.set(isGone ? null : firstProblem(result))
      if (isGone) $keys.set($keys.get().filter(it => it.id !== id))
      return isGone
    }
  }
}
