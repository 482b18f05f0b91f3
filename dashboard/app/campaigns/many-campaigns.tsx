import type { CampaignView } from '@mille/stores/campaigns/campaign-view.ts'
import type {
  ManyAction,
  ManyCampaignsStores,
  ManyDone
} from '@mille/stores/campaigns/many-campaigns.ts'
import type { Problem } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { Suspense, useRef, useState } from 'react'
import layout from '../page/layout.module.css'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { problemText } from '../page/messages.ts'
import { SelectionBar } from '../page/selection/selection-bar.tsx'
import { manyMessages as messages } from './many-messages.ts'

const actions = ['pause', 'resume', 'set_daily_budget', 'archive'] as const
export type Asked = Extract<ManyAction, 'set_daily_budget' | 'archive'>

/** The code of the questions loads when one is asked, because bulk changes are rare. */
const ManyQuestion = lazyPart(async () => (await import('./many-question.tsx')).ManyQuestion)

type ManyCampaignsProps = {
  stores: ManyCampaignsStores
  campaigns: readonly CampaignView[]
  /** Names of the campaigns that can be selected, by id. */
  names: ReadonlyMap<string, string>
}

/** Pauses, resumes or archives the selected campaigns, or sets one daily budget for all of them. */
export function ManyCampaigns({ stores, campaigns, names }: ManyCampaignsProps) {
  const selected = useStore(stores.$selected)
  const work = useStore(stores.$work)
  const [asked, setAsked] = useState<Asked | null>(null)
  const first = useRef<HTMLButtonElement>(null)

  function begin(action: ManyAction) {
    if (selected.size === 0 || work !== null) return
    stores.forgetProblem()
    if (action === 'pause' || action === 'resume') void stores.apply({ action })
    else setAsked(action)
  }

  return (
    <SelectionBar
      {...{ selected, select: stores.select, keys: [...names.keys()] }}
      selectAll={messages.selectAll}
      buttons={actions.map(it => (
        <Button
          key={it}
          ref={it === 'pause' ? first : undefined}
          size="small"
          variant={it === 'archive' ? 'quiet' : 'secondary'}
          isLoading={work === it && asked === null}
          // `aria-disabled` instead of `disabled`, because a disabled button would lose the focus when the selection
          // becomes empty.
          aria-disabled={selected.size === 0}
          onClick={() => begin(it)}
        >
          {messages.open[it]}
        </Button>
      ))}
    >
      {asked === null && <Outcome stores={stores} onUndone={() => first.current?.focus()} />}
      {asked !== null && (
        <Suspense fallback={null}>
          <ManyQuestion
            {...{ stores, asked }}
            campaigns={campaigns.filter(it => selected.has(it.id))}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </SelectionBar>
  )
}

type OutcomeProps = { stores: ManyCampaignsStores; onUndone: () => void }

function Outcome({ stores, onUndone }: OutcomeProps) {
  const done = useStore(stores.$done)
  const problem = useStore(stores.$problem)
  const work = useStore(stores.$work)
  const toast = useToast()
  if (!done && !problem) return null

  async function undo() {
    if (!(await stores.undo())) return
    onUndone()
    if (!stores.$done.get()) toast.show({ title: messages.undone })
  }

  function leave() {
    stores.leaveDone()
    stores.forgetProblem()
  }

  const canUndo = (done?.action === 'pause' || done?.action === 'resume') && done.changed.length > 0
  const isPart = done !== null && done.failed.length > 0
  return (
    <Notice
      tone={problem || isPart ? 'alarm' : 'success'}
      title={problem ? failedTitle(problem.work) : isPart ? messages.notAll : undefined}
      isLive
      onDismiss={leave}
      action={
        canUndo && (
          <Button size="small" isLoading={work === 'undo'} onClick={() => void undo()}>
            {messages.undo}
          </Button>
        )
      }
    >
      {problem ? problemText(problem) : done && sentencesOf(done)}
    </Notice>
  )
}

const failedTitle = (work: string) => (work === 'undo' ? messages.notUndone : messages.notDone)

function sentencesOf({ action, changed, unchanged, failed }: ManyDone): string {
  return [
    changed.length > 0 && messages.done[action](changed.length),
    unchanged.length > 0 && messages.unchanged(unchanged.length),
    failed.length > 0 && messages.failed(failed.length)
  ]
    .filter(it => it !== false)
    .join(' ')
}

/** The reason why a campaign was not changed, shown below its name. */
export function NotChanged({ problem }: { problem: Problem | undefined }) {
  if (!problem) return null
  return (
    <div className={`${layout.soft} ${layout.small}`}>
      {messages.notChanged} {problemText(problem)}
    </div>
  )
}
