import type { AuditEntry } from '@mille/api/admin/endpoints.ts'
import { createAuditStores } from '@mille/stores/admin/audit-log.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { useStore } from '@nanostores/react'
import { useStores } from '../../page/app-context.tsx'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { RestOfList } from '../../page/navigation/rest-of-list.tsx'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { forStaff } from '../for-staff.ts'
import type { Route } from './+types/audit-page.ts'
import { networkMessages as messages } from './network-messages.ts'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const given = new URL(args.request.url).searchParams.get('user_id')
  const userId = /^[1-9]\d{0,8}$/.test(given ?? '') ? given : null
  const log = await api.admin.readAuditLog(userId === null ? {} : { 'filter[user_id]': userId })
  return { log: answerOf(log, args), userId }
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.audit)

export default function AuditPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createAuditStores, loaderData)
  const entries = useStore(stores.$items)
  return (
    <div className={layout.stack}>
      <PageHeader title={messages.audit} description={messages.auditText} />
      <Card isFlush>
        <Table
          caption={messages.audit}
          isCaptionHidden
          columns={columns}
          rows={entries}
          rowKey={entry => entry.id}
          empty={
            <EmptyState icon="info" title={messages.auditEmpty}>
              {messages.auditEmptyText}
            </EmptyState>
          }
        />
      </Card>
      <RestOfList list={stores} />
    </div>
  )
}

const columns = [
  {
    id: 'act',
    header: messages.act,
    isRowHeader: true,
    render: ({ attributes: { act, summary, input } }: AuditEntry) => (
      <div>
        <div>{summary}</div>
        <div className={`${layout.soft} ${layout.small}`}>
          <code>{act}</code>
        </div>
        <div className={`${layout.soft} ${layout.small}`}>{inputText(input)}</div>
      </div>
    )
  },
  {
    id: 'who',
    header: messages.who,
    render: ({ attributes: { user_id, user_name } }: AuditEntry) =>
      user_id === null ? (
        messages.commandLine
      ) : (
        <Link href={`/admin/users/${user_id}`}>{user_name ?? user_id}</Link>
      )
  },
  {
    id: 'when',
    header: messages.when,
    render: ({ attributes: { at } }: AuditEntry) => <time dateTime={at}>{formatMoment(at)}</time>
  },
  { id: 'outcome', header: messages.outcome, render: outcome }
]

function outcome({ attributes: { status, code } }: AuditEntry) {
  if (status === null) return <Badge tone="warning">{messages.cutShort}</Badge>
  return status < 400 ? (
    <Badge tone="positive">{messages.done}</Badge>
  ) : (
    <Badge tone="negative">{code ?? messages.failed}</Badge>
  )
}

function inputText(input: Record<string, unknown>): string {
  return Object.entries(input)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}
