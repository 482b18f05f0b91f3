import type { Problem } from '@mille/stores/shared/problems.ts'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { problemText } from '../messages.ts'

/** Why something did not work, said as soon as it is known; nothing while there is no problem. */
export function ProblemNotice({ problem }: { problem: Problem | null | undefined }) {
  return (
    problem && (
      <Notice tone="alarm" isLive>
        {problemText(problem)}
      </Notice>
    )
  )
}
