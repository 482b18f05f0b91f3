import { Icon } from '@mille/ui/icon/icon.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import { featureRows, packageMessages as messages, packages } from './feature-messages.ts'

type FeatureRow = (typeof featureRows)[number]

/** What each way of taking part has; the columns are the packages. */
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
    <Table caption={messages.title} columns={columns} rows={featureRows} rowKey={row => row.id} />
  )
}
