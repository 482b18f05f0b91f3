import { Icon } from '@mille/ui/icon/icon.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import layout from '../page/layout.module.css'
import { featureRows, packageMessages as messages, packages } from './feature-messages.ts'

type FeatureRow = (typeof featureRows)[number]

/** The features of each way to take part. Each column is a package. */
export function FeaturePackages() {
  const columns: TableColumn<FeatureRow>[] = [
    {
      id: 'feature',
      header: messages.feature,
      isRowHeader: true,
      render: row => row.label
    },
    ...packages.map(({ id, label }) => ({
      id,
      header: label,
      align: 'end' as const,
      render: (row: FeatureRow) =>
        row.in.some(it => it === id) ? (
          <Icon name="check" label={messages.included} />
        ) : (
          <span role="img" aria-label={messages.missing}>
            –
          </span>
        )
    }))
  ]
  return (
    <div className={layout.tight}>
      <Table caption={messages.title} columns={columns} rows={featureRows} rowKey={row => row.id} />
      <p className={`${layout.soft} ${layout.small}`}>
        {messages.note} <Link href="#live-chat">{messages.ask}</Link>
      </p>
    </div>
  )
}
