import type { Api } from '@mille/api/client.ts'
import type { SessionList } from '@mille/api/security/endpoints.ts'
import { atom, computed } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

/** State of the sessions in which the account is signed in. */
export function createSessionsStores(api: Api, loaded: SessionList) {
  const $sessions = atom(loaded.data)
  const $hasOthers = computed($sessions, all => all.some(it => !it.attributes.is_current))
  const $problem = atom<Problem | null>(null)

  async function end(id: string): Promise<boolean> {
    const result = await api.security.endSession({ id })
    // A session that has already ended counts as ended.
    const isGone = result.ok || result.status === 404
    $problem.set(isGone ? null : firstProblem(result))
    if (isGone) $sessions.set($sessions.get().filter(it => it.id !== id))
    return isGone
  }

  async function endOthers(): Promise<boolean> {
    const result = await api.security.endOtherSessions()
    $problem.set(result.ok ? null : firstProblem(result))
    if (result.ok) $sessions.set($sessions.get().filter(it => it.attributes.is_current))
    return result.ok
  }

  return { $sessions, $hasOthers, $problem, end, endOthers }
}
