import type { CallResult } from '@mille/api/client.ts'
import { firstProblem, type Problem } from './problems.ts'

/** Asks the person for a proof when the server does. */
export type Guard = <Answer>(call: () => Promise<CallResult<Answer>>) => Promise<CallResult<Answer>>

/** What there is to say of a guarded call: nothing of one whose question the person has closed. */
export function guardedProblem(result: CallResult<unknown>): Problem | null {
  return result.ok || result.code === 'step_up_required' ? null : firstProblem(result)
}
