import type { Problem } from '@mille/stores/shared/problems.ts'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { problemText } from '../messages.ts'

/** A notice with the reason why something failed, announced at once. Renders nothing without a problem. */
export function ProblemNotice({ problem }: { problem: Problem | null | undefined }) {
  return (
    problem && (
      <Notice tone="alarm" isLive>
        {problemText(problem)}
      </Notice>
    )
  )
}
