import type { ReportLink, ReportMail, SavedView } from '@mille/api/report-links/endpoints.ts'
import type { ReportLinksStores, ReportMailInterval } from '@mille/stores/reports/report-links.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { CopyButton } from '@mille/ui/copy-button/copy-button.tsx'
import { Dialog } from '@mille/ui/dialog/dialog.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { formatDate, formatMoment } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import { ConfirmDialog } from '../page/notices/confirm-dialog.tsx'
import { GeneralProblems } from '../page/notices/general-problems.tsx'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import styles from './report.module.css'
import { shareMessages as messages } from './share-messages.ts'

export type ShareReportProps = {
  stores: ReportLinksStores
  view: SavedView
  onClose: () => void
}

/**
 * Creates links to the current report and emails with it, and lists the existing ones, each with a button that ends it.
 */
export function ShareReport({ stores, view, onClose }: ShareReportProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={isOpen => !isOpen && onClose()}
      title={messages.title}
      description={messages.description}
      size="large"
      isKeptOnOutsidePress
    >
      <div className={layout.stack}>
        <LinkForm stores={stores} view={view} />
        <Links stores={stores} />
        <Mails stores={stores} />
      </div>
    </Dialog>
  )
}

function LinkForm({ stores, view }: Pick<ShareReportProps, 'stores' | 'view'>) {
  const problems = useStore(stores.$problems)
  const isCreating = useStore(stores.$isCreating)
  const url = useStore(stores.$url)
  const [name, setName] = useState('')
  const toast = useToast()

  async function create(event: FormEvent) {
    event.preventDefault()
    if (await stores.create(name, view)) setName('')
  }

  async function mail(every: ReportMailInterval) {
    if (!(await stores.mail(name, view, every))) return
    setName('')
    toast.show({ title: messages.mailed })
  }

  return (
    <form className={layout.tight} onSubmit={event => void create(event)} noValidate>
      <GeneralProblems problems={problems} />
      <TextField
        label={messages.name}
        help={messages.nameHelp}
        name="name"
        value={name}
        maxLength={60}
        error={fieldText(messages.name, problems.fields.name ?? problems.fields.view)}
        onChange={event => setName(event.currentTarget.value)}
      />
      <div className={layout.row}>
        <Button type="submit" variant="primary" isLoading={isCreating === 'link'}>
          {messages.create}
        </Button>
        <Button isLoading={isCreating === 'week'} onClick={() => void mail('week')}>
          {messages.weekly}
        </Button>
        <Button isLoading={isCreating === 'month'} onClick={() => void mail('month')}>
          {messages.monthly}
        </Button>
      </div>
      <p className={`${layout.soft} ${layout.small}`}>{messages.byEmailHelp}</p>
      {url !== null && (
        <Notice tone="success" title={messages.madeTitle} isLive>
          {messages.madeText}
          <p className={layout.row}>
            <code className={styles.address} dir="ltr">
              {url}
            </code>
            <CopyButton text={url} what={messages.what} />
          </p>
        </Notice>
      )}
    </form>
  )
}

function Links({ stores }: { stores: ReportLinksStores }) {
  const links = useStore(stores.$links)
  const problem = useStore(stores.$listProblem)
  const [asked, setAsked] = useState<ReportLink | null>(null)
  const toast = useToast()

  async function revoke(id: string) {
    // If revoking fails, the question stays open with the error, so that the user can try again.
    if (!(await stores.revoke(id))) return
    setAsked(null)
    toast.show({ title: messages.revoked })
  }

  return (
    <section className={layout.tight}>
      <h3>{messages.links}</h3>
      <ProblemNotice problem={problem} />
      <Table
        caption={messages.links}
        isCaptionHidden
        columns={[
          { id: 'name', header: messages.name, render: it => it.attributes.name },
          {
            id: 'made',
            header: messages.created,
            render: it => formatDate(it.attributes.created_at)
          },
          { id: 'opened', header: messages.opened, render: openedText },
          {
            id: 'revoke',
            header: messages.revoke,
            isHeaderHidden: true,
            align: 'end',
            render: it => (
              <Button
                size="small"
                aria-label={messages.revokeOne(it.attributes.name)}
                onClick={() => setAsked(it)}
              >
                {messages.revoke}
              </Button>
            )
          }
        ]}
        rows={links ?? []}
        rowKey={link => link.id}
        isLoading={links === null && problem === null}
        skeletonRows={1}
        empty={messages.none}
      />
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={messages.revokeTitle(asked?.attributes.name ?? '')}
        description={messages.revokeText}
        action={messages.revoke}
        onConfirm={() => revoke(asked?.id ?? '')}
      >
        <ProblemNotice problem={problem} />
      </ConfirmDialog>
    </section>
  )
}

function openedText({ attributes: { last_opened_at } }: ReportLink): string {
  return last_opened_at === null ? messages.never : formatMoment(last_opened_at)
}

function Mails({ stores }: { stores: ReportLinksStores }) {
  const mails = useStore(stores.$mails)
  const problem = useStore(stores.$listProblem)
  const toast = useToast()

  async function stop(id: string) {
    if (await stores.endMail(id)) toast.show({ title: messages.stopped })
  }

  return (
    <section className={layout.tight}>
      <h3>{messages.byEmail}</h3>
      <Table<ReportMail>
        caption={messages.byEmail}
        isCaptionHidden
        columns={[
          { id: 'name', header: messages.name, render: it => it.attributes.name },
          {
            id: 'often',
            header: messages.often,
            render: it => messages.everys[it.attributes.every]
          },
          { id: 'next', header: messages.next, render: it => formatMoment(it.attributes.due_at) },
          {
            id: 'stop',
            header: messages.stop,
            isHeaderHidden: true,
            align: 'end',
            render: it => (
              <Button
                size="small"
                aria-label={messages.stopOne(it.attributes.name)}
                onClick={() => void stop(it.id)}
              >
                {messages.stop}
              </Button>
            )
          }
        ]}
        rows={mails ?? []}
        rowKey={mail => mail.id}
        isLoading={mails === null && problem === null}
        skeletonRows={1}
        empty={messages.noMails}
      />
    </section>
  )
}
