import type { Problems } from '@mille/stores/shared/problems.ts'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { problemText } from './messages.ts'

/** What is wrong with a form, and with none of its fields. */
export function GeneralProblems({ problems }: { problems: Problems }) {
  return problems.general.map(problem => (
    <Notice key={problem.code} tone="alarm" isLive>
      {problemText(problem)}
    </Notice>
  ))
}
