import type { UnitEarningsList } from '@mille/api/earnings/endpoints.ts'
import { createEarningReviewStores, type EarningDecision } from '@mille/stores/admin/earnings.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { useApp, useStores } from '../../page/app-context.tsx'
import layout from '../../page/layout.module.css'
import { AskDialog } from '../ask-dialog.tsx'
import { earningMessages as messages } from './earning-messages.ts'

type Question = { id: string; decision: 'hold' | 'take_back' }
type Hold = { is_automatic: boolean } | null
export type EarningDecisions = ReturnType<typeof useEarningDecisions>

/**
 * The operator's decisions about the earnings of ad units, for every table of the page. One dialog asks for the
 * reasons.
 */
export function useEarningDecisions(
  loaded: UnitEarningsList,
  onDecided: (id: string, decision: EarningDecision) => void
) {
  const stores = useStores(createEarningReviewStores, loaded)
  const units = useStore(stores.$units)
  const problem = useStore(stores.$problem)
  const [question, setQuestion] = useState<Question | null>(null)
  const toast = useToast()
  const { stepUp } = useApp()

  async function decide(id: string, decision: EarningDecision, reason?: string): Promise<boolean> {
    const isDone = await stores.decide(id, decision, stepUp.guard, reason)
    if (isDone) {
      onDecided(id, decision)
      toast.show({ title: messages.done[decision] })
    }
    return isDone
  }

  const dialog = (
    <AskDialog
      key={`${question?.id} ${question?.decision}`}
      isOpen={question !== null}
      onClose={() => setQuestion(null)}
      problem={problem}
      onAnswer={async reason =>
        question !== null && (await decide(question.id, question.decision, reason))
      }
      {...messages.questions[question?.decision ?? 'hold']}
      label={messages.reason}
    />
  )

  return {
    units,
    /** The problem of a decision made without a dialog. */
    problem: question === null ? problem : null,
    dialog,
    release: (id: string) => void decide(id, 'release'),
    endSlowStart: (id: string) => void decide(id, 'end_slow_start'),
    ask: (id: string, decision: Question['decision']) => setQuestion({ id, decision })
  }
}

type EarningButtonsProps = {
  id: string
  name: string
  hold: Hold
  isMaturing: boolean
  isInSlowStart?: boolean
  decisions: EarningDecisions
}

/**
 * The buttons for one unit's earnings. An automatic hold can be released or be confirmed as the operator's own hold.
 */
export function EarningButtons({
  id,
  name,
  hold,
  isMaturing,
  isInSlowStart,
  decisions
}: EarningButtonsProps) {
  const button = (label: string, onClick: () => void, isQuiet = false): ReactNode => (
    <Button
      size="small"
      variant={isQuiet ? 'quiet' : 'secondary'}
      aria-label={`${label}: ${name}`}
      onClick={onClick}
    >
      {label}
    </Button>
  )
  return (
    <span className={layout.buttons}>
      {hold && button(messages.release, () => decisions.release(id))}
      {(!hold || hold.is_automatic) &&
        button(hold ? messages.keep : messages.hold, () => decisions.ask(id, 'hold'))}
      {isInSlowStart && button(messages.endSlowStart, () => decisions.endSlowStart(id))}
      {isMaturing && button(messages.takeBack, () => decisions.ask(id, 'take_back'), true)}
    </span>
  )
}
