import type { ReportRow } from '@mille/api/reports/endpoints.ts'
import type { ExclusionTarget } from '@mille/api/traffic-sources/endpoints.ts'
import {
  createExclusionStores,
  type ExclusionStores,
  type LoadedExclusions
} from '@mille/stores/traffic-sources/exclusions.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import type { TableColumn } from '@mille/ui/table/table.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type ReactNode, useRef, useState } from 'react'
import { campaignTitle } from '../campaigns/campaign-messages.ts'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { commonMessages, problemText } from '../page/messages.ts'
import { SelectionBar } from '../page/selection/selection-bar.tsx'
import { type ExcludableRow, useExcludableColumns } from './excludable-columns.tsx'
import { exclusionMessages as messages } from './exclusion-messages.ts'

type Way = 'exclude' | 'allow'
const shownNames = 5

export type ExcludableRowsProps = {
  exclusions: LoadedExclusions
  columns: readonly TableColumn<ReportRow>[]
  /** The table's rows that can be excluded. */
  rows: readonly ExcludableRow[]
  /** The only campaign in the report. Null if the user must choose one. */
  campaign: { id: string; title: string } | null
  tableOf: (columns: readonly TableColumn<ReportRow>[]) => ReactNode
}

/** A table with rows that can be selected and excluded from a campaign. */
export function ExcludableRows(props: ExcludableRowsProps) {
  const { exclusions, columns, rows, campaign, tableOf } = props
  const stores = useStores(createExclusionStores, exclusions)
  const excludableColumns = useExcludableColumns(columns, stores, rows)
  return (
    <>
      {rows.length > 0 && (
        <ExcludeRows target={exclusions.target} {...{ stores, rows, campaign }} />
      )}
      {tableOf(excludableColumns)}
    </>
  )
}

type ExcludeRowsProps = Pick<ExcludableRowsProps, 'rows' | 'campaign'> & {
  stores: ExclusionStores
  target: ExclusionTarget
}

/** Excludes the selected rows from a campaign, or allows them again, after a confirmation. */
function ExcludeRows({ stores, target, rows, campaign }: ExcludeRowsProps) {
  const selected = useStore(stores.$selected)
  const [way, setWay] = useState<Way | null>(null)
  const first = useRef<HTMLButtonElement>(null)
  const keys = rows.map(it => it.key)

  function ask(next: Way) {
    if (selected.size === 0) return
    stores.forgetProblem()
    setWay(next)
    if (!campaign) void stores.loadCampaigns()
  }

  return (
    <SelectionBar
      {...{ keys, selected }}
      select={stores.select}
      selectAll={messages.selectAll}
      buttons={(['exclude', 'allow'] as const).map(it => (
        <Button
          key={it}
          ref={it === 'exclude' ? first : undefined}
          size="small"
          variant={it === 'exclude' ? 'secondary' : 'quiet'}
          // `aria-disabled` instead of `disabled`, because a disabled button would lose the focus once the rows are
          // excluded.
          aria-disabled={selected.size === 0}
          onClick={() => ask(it)}
        >
          {messages.open[it]}
        </Button>
      ))}
    >
      <Done stores={stores} target={target} onUndone={() => first.current?.focus()} />
      {way && (
        <Question
          {...{ stores, target, campaign, way }}
          rows={rows.filter(it => selected.has(it.key))}
          onClose={() => setWay(null)}
        />
      )}
    </SelectionBar>
  )
}

type DoneProps = Pick<ExcludeRowsProps, 'stores' | 'target'> & { onUndone: () => void }

function Done({ stores, target, onUndone }: DoneProps) {
  const done = useStore(stores.$done)
  const problem = useStore(stores.$problem)
  const isWorking = useStore(stores.$isWorking)
  const toast = useToast()
  if (!done) return null

  async function undo() {
    if (!(await stores.undo())) return
    onUndone()
    toast.show({ title: messages.undone })
  }

  const things = messages.things[target](done.ids.length)
  return (
    <Notice
      tone={problem ? 'alarm' : 'success'}
      title={problem ? messages.notUndone : undefined}
      isLive
      onDismiss={stores.leaveDone}
      action={
        done.ids.length > 0 && (
          <Button size="small" isLoading={isWorking} onClick={() => void undo()}>
            {messages.undo}
          </Button>
        )
      }
    >
      {problem ? problemText(problem) : messages.done[done.excluded ? 'exclude' : 'allow'](things)}
    </Notice>
  )
}

type QuestionProps = ExcludeRowsProps & { way: Way; onClose: () => void }

function Question({ stores, target, rows, campaign, way, onClose }: QuestionProps) {
  const problem = useStore(stores.$problem)
  const isWorking = useStore(stores.$isWorking)
  const campaigns = useStore(stores.$campaigns)
  const [chosen, setChosen] = useState<string | null>(campaign?.id ?? null)
  const [isMissing, setIsMissing] = useState(false)
  const title = messages.titles[way](messages.things[target](rows.length), campaign?.title ?? '')

  async function confirm() {
    if (chosen === null) {
      // If the campaigns could not be loaded, they are requested again.
      if (!campaigns) return void stores.loadCampaigns()
      setIsMissing(true)
      return
    }
    if (await stores.apply(chosen, way === 'exclude')) onClose()
  }

  return (
    <Dialog
      isOpen
      onOpenChange={isOpen => !isOpen && onClose()}
      title={title}
      description={messages.texts[way]}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{commonMessages.cancel}</Button>
          <Button variant="primary" isLoading={isWorking} onClick={() => void confirm()}>
            {messages.actions[way]}
          </Button>
        </>
      }
    >
      <div className={layout.tight}>
        {problem && (
          <Notice tone="alarm" title={messages.failed[way](namesOf(rows))} isLive>
            {problemText(problem)}
          </Notice>
        )}
        {!campaign && (
          <Select
            label={messages.campaign}
            name="campaign"
            placeholder={messages.choose}
            help={campaigns && !campaigns.isAll ? messages.newest : undefined}
            error={isMissing ? messages.chooseOne : undefined}
            options={(campaigns?.items ?? []).map(it => ({
              value: it.id,
              label: campaignTitle(it)
            }))}
            value={chosen}
            onChange={id => {
              setChosen(id)
              setIsMissing(false)
            }}
          />
        )}
      </div>
    </Dialog>
  )
}

function namesOf(rows: readonly ExcludableRow[]): string {
  const names = rows.slice(0, shownNames).map(it => it.name)
  return messages.andMore(names.join(', '), rows.length - names.length)
}
