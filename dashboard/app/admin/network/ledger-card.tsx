import { createLedgerCheckStores, type ShownLedgerCheck } from '@mille/stores/admin/ledger-check.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Progress } from '@mille/ui/progress/progress.tsx'
import { useStore } from '@nanostores/react'
import { useStores } from '../../page/app-context.tsx'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { ProblemNotice } from '../../page/notices/problem-notice.tsx'
import { useWhileVisible } from '../../page/use-while-visible.ts'
import { networkMessages as messages } from './network-messages.ts'

const refreshMs = 2_000

/**
 * Starts a verification of the ledger and shows its progress, even if another operator started it, and the last result.
 */
export function LedgerCard({ loaded }: { loaded: ShownLedgerCheck }) {
  const stores = useStores(createLedgerCheckStores, loaded)
  const check = useStore(stores.$check)
  const isGoing = useStore(stores.$isGoing)
  const isStarting = useStore(stores.$isStarting)
  const problem = useStore(stores.$problem)
  useWhileVisible(isGoing ? stores.refresh : null, refreshMs)

  return (
    <Card title={messages.ledger} description={messages.ledgerText}>
      <div className={layout.tight}>
        <ProblemNotice problem={problem} />
        <LedgerState check={check} />
        <div className={layout.row}>
          <Button
            isLoading={isStarting}
            disabled={isGoing}
            onClick={() => void stores.start(false)}
          >
            {messages.check}
          </Button>
          <Button
            variant="quiet"
            disabled={isGoing || isStarting}
            onClick={() => void stores.start(true)}
          >
            {messages.checkAll}
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** The result of the verification, with one line for each part of the ledger that is inconsistent. */
function LedgerState({ check }: { check: ShownLedgerCheck }) {
  const { state, part, parts, seconds } = check
  if (state === 'none') return null
  if (state === 'waiting') return <Progress label={messages.waits} />
  if (state === 'running')
    return (
      <Progress
        label={check.is_full ? messages.checkingAll : messages.checking}
        value={part && parts ? (part - 1) / parts : undefined}
        detail={part && parts ? messages.reached(part, parts, Math.round(seconds)) : undefined}
      />
    )
  const [tone, title] = endings[state]
  return (
    <Notice tone={tone} title={title} isLive>
      {check.text?.split('\n').map(line => (
        <p key={line}>{line}</p>
      ))}
      {check.ended_at && (
        <p>
          {messages.ended(formatMoment(check.ended_at), Math.round(seconds))}{' '}
          {state !== 'interrupted' && extentOf(check)}
        </p>
      )}
      {check.note && <p>{check.note}.</p>}
    </Notice>
  )
}

const endings = {
  consistent: ['success', messages.holds],
  inconsistent: ['alarm', messages.broken],
  interrupted: ['warning', messages.interrupted]
} as const

function extentOf({ since }: ShownLedgerCheck): string {
  return since === null ? messages.checkedAll : messages.checkedSince(formatMoment(since))
}
