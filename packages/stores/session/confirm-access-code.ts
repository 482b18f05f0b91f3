import type { Api } from '@mille/api/client.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'
import type { SessionStores } from './session.ts'

/** Signs in with a code and returns the ID of its account. A wrong code changes nothing. */
export async function confirmAccessCode(
  api: Pick<Api, 'accounts'>,
  { $account }: Pick<SessionStores, '$account'>,
  accessCode: string
): Promise<{ ok: true; value: string } | { ok: false; problem: Problem }> {
  const result = await api.accounts.signIn({ access_code: accessCode })
  if (!result.ok) return { ok: false, problem: firstProblem(result) }
  $account.set(result.value)
  return { ok: true, value: result.value.data.id }
}
