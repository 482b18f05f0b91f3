import type { Problems } from '@mille/stores/shared/problems.ts'
import { ProblemNotice } from './problem-notice.tsx'

/** Problems of a form that belong to none of its fields. */
export function GeneralProblems({ problems }: { problems: Problems }) {
  return problems.general.map(problem => <ProblemNotice key={problem.code} problem={problem} />)
}
