import type { ImportRow } from '@mille/stores/campaigns/campaign-import.ts'
import { Badge, type BadgeTone } from '@mille/ui/badge/badge.tsx'
import { Icon } from '@mille/ui/icon/icon.tsx'
import { VisuallyHidden } from '@mille/ui/shared/visually-hidden.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import { importMessages as messages } from './import-messages.ts'
import styles from './import-table.module.css'

/** The effect of each row of the file. Unchanged rows are left out. */
export function ImportTable({ rows }: { rows: readonly ImportRow[] }) {
  const listed = rows.filter(it => it.result !== 'unchanged')
  if (listed.length === 0) return null
  return (
    <Table
      caption={messages.caption}
      isCaptionHidden
      columns={columns}
      rows={listed}
      rowKey={it => String(it.line)}
    />
  )
}

const tones: Record<ImportRow['result'], BadgeTone> = {
  created: 'positive',
  changed: 'info',
  unchanged: 'neutral',
  refused: 'negative'
}

const columns: TableColumn<ImportRow>[] = [
  {
    id: 'campaign',
    header: messages.columns.campaign,
    isRowHeader: true,
    render: ({ title }) => (
      <span className={styles.text} dir="auto">
        {title || messages.untitled}
      </span>
    )
  },
  { id: 'line', header: messages.columns.line, align: 'end', render: ({ line }) => line },
  {
    id: 'result',
    header: messages.columns.result,
    render: ({ result }) => <Badge tone={tones[result]}>{messages.results[result]}</Badge>
  },
  {
    id: 'details',
    header: messages.columns.details,
    render: row => (row.result === 'refused' ? <Errors {...row} /> : <Changes {...row} />)
  }
]

/** The changes are named by the file's column names. */
function Changes({ result, changes }: ImportRow) {
  return (
    <ul className={styles.list}>
      {changes.map(({ column, before, after }) => (
        <li key={column}>
          <code>{column}</code>:{' '}
          {result === 'changed' && (
            <>
              <Value text={before} />
              <span className={styles.arrow}>
                <VisuallyHidden> {messages.becomes} </VisuallyHidden>
                <Icon name="chevron-end" />
              </span>
            </>
          )}
          <Value text={after} />
        </li>
      ))}
    </ul>
  )
}

function Value({ text }: { text: string }) {
  return text === '' ? <span className={styles.soft}>{messages.empty}</span> : <bdi>{text}</bdi>
}

function Errors({ errors }: ImportRow) {
  return (
    <ul className={styles.list}>
      {errors.map(({ column, code, detail }) => (
        <li key={`${column} ${code}`}>
          {column === null ? messages.wholeRow : <code>{column}</code>}: {detail}
        </li>
      ))}
    </ul>
  )
}
