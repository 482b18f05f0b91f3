import type { Problem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'

type LightningRefusalProps = {
  problem: Problem | null | undefined
  messages: { unavailable: string; unavailableText: string; onChain: string }
  /** Opens the form for the chain, where there is one. */
  onChain: (() => void) | undefined
}

/** Why nothing was requested. If the node does not answer, the chain is offered in place of Lightning. */
export function LightningRefusal({ problem, messages, onChain }: LightningRefusalProps) {
  if (problem?.code !== 'lightning_unavailable') return <ProblemNotice problem={problem} />
  const action = onChain && (
    <Button size="small" onClick={onChain}>
      {messages.onChain}
    </Button>
  )
  return (
    <Notice tone="alarm" title={messages.unavailable} isLive action={action}>
      {messages.unavailableText}
    </Notice>
  )
}
