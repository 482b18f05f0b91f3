import type { CallResult } from '@mille/api/client.ts'
import { firstProblem, type Problem } from './problems.ts'

/** Makes a call, and asks the user for a proof of identity if the server requires one. */
export type Guard = <Answer>(call: () => Promise<CallResult<Answer>>) => Promise<CallResult<Answer>>

/** Returns the problem of a guarded call; null also when the user closed the question. */
export function guardedProblem(result: CallResult<unknown>): Problem | null {
  return result.ok || result.code === 'step_up_required' ? null : firstProblem(result)
}
