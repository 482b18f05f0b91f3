import {
  type CampaignImportStores,
  changesIn,
  createCampaignImportStores,
  type ImportPlan
} from '@mille/stores/campaigns/campaign-import.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { FileDrop } from '@mille/ui/file-drop/file-drop.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Spinner } from '@mille/ui/spinner/spinner.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import { FormDialog } from '../page/forms/form-dialog.tsx'
import layout from '../page/layout.module.css'
import { commonMessages, problemText } from '../page/messages.ts'
import { importMessages as messages } from './import-messages.ts'
import { ImportTable } from './import-table.tsx'

type ImportDialogProps = { onClose: () => void; onImported: () => void }

/** Creates and changes campaigns from a file after a preview of the changes. */
export function ImportDialog({ onClose, onImported }: ImportDialogProps) {
  const api = useApi()
  const [stores] = useState(() => createCampaignImportStores(api))
  const work = useStore(stores.$work)
  const plan = useStore(stores.$plan)
  const toast = useToast()
  const count = plan ? changesIn(plan) : 0

  async function submit(event: FormEvent) {
    event.preventDefault()
    const done = await stores.importAll()
    if (!done) return
    toast.show({
      title: messages.done(done.created + done.changed),
      description: done.created > 0 ? messages.review : undefined
    })
    onImported()
    onClose()
  }

  return (
    <FormDialog
      title={messages.title}
      size="large"
      action={count > 0 ? messages.action(count) : null}
      isSaving={work === 'import'}
      onSubmit={submit}
      onClose={onClose}
    >
      <FileField stores={stores} />
      <div role="status" className={layout.tight}>
        {work === 'read' && (
          <span className={layout.row}>
            <Spinner /> {messages.checking}
          </span>
        )}
        <Changed stores={stores} />
        {plan && <Summary plan={plan} />}
      </div>
      <Failure stores={stores} />
      {plan && <ImportTable rows={plan.data.map(it => it.attributes)} />}
    </FormDialog>
  )
}

type Stores = { stores: CampaignImportStores }

function FileField({ stores }: Stores) {
  const file = useStore(stores.$file)
  const problem = useStore(stores.$problem)
  const work = useStore(stores.$work)
  const error = problem?.isOfFile
    ? (messages.problems[problem.code] ?? problemText(problem))
    : undefined
  return (
    <FileDrop
      label={messages.file}
      help={messages.help}
      error={error}
      accept=".csv,text/csv"
      // The field is not disabled while the file is read, because it would lose the focus.
      isDisabled={work === 'import'}
      items={file ? [{ id: file.name, name: file.name, state: 'ready' }] : []}
      onFiles={([chosen]) => chosen && void stores.choose(chosen)}
    />
  )
}

function Changed({ stores }: Stores) {
  if (!useStore(stores.$isChanged)) return null
  return (
    <Notice tone="warning" title={messages.changedTitle}>
      {messages.changedText}
    </Notice>
  )
}

function Summary({ plan: { meta } }: { plan: ImportPlan }) {
  const kinds = ['created', 'changed', 'refused', 'unchanged'] as const
  const counts = kinds.filter(it => meta[it] > 0).map(it => messages.counts[it](meta[it]))
  const isNothing = meta.created + meta.changed + meta.refused === 0
  return (
    <>
      {meta.refused > 0 && (
        <Notice tone="alarm" title={messages.refusedTitle}>
          {messages.refusedText}
        </Notice>
      )}
      {isNothing && <Notice>{messages.nothing}</Notice>}
      {!isNothing && <p>{counts.join(' ')}</p>}
      {meta.created > 0 && <p>{messages.review}</p>}
      {meta.ignored_columns.length > 0 && (
        <p className={`${layout.soft} ${layout.small}`}>{messages.ignored(meta.ignored_columns)}</p>
      )}
    </>
  )
}

function Failure({ stores }: Stores) {
  const problem = useStore(stores.$problem)
  if (!problem || problem.isOfFile) return null
  const isRead = problem.work === 'read'
  return (
    <Notice
      tone="alarm"
      isLive
      title={isRead ? messages.notRead : messages.notImported}
      action={
        isRead && (
          <Button size="small" onClick={() => void stores.readAgain()}>
            {commonMessages.retry}
          </Button>
        )
      }
    >
      <p>{problemText(problem)}</p>
      {!isRead && <p>{messages.notImportedText}</p>}
    </Notice>
  )
}
