import type { Report } from '@mille/api/reports/endpoints.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { useReaderColumns } from '../page/money/money.tsx'
import { AdvertiserRows } from './advertiser-rows.tsx'
import { reportMessages } from './messages.ts'
import { plainColumns } from './report-table.tsx'
import { assetsOf } from './report-words.ts'

const messages = reportMessages.advertisers
const hidden: readonly string[] = ['served', 'clicked', 'click_rate', 'viewable_rate', 'rejected']

/** Who advertised most on an ad unit in the last 30 days. `report` is null if it could not be read. */
export function AdvertisersCard({ unitId, report }: { unitId: string; report: Report | null }) {
  const total = report?.data.attributes.total
  const shown = useReaderColumns(total ? assetsOf(total, null) : ['BTC'])
  const columns = plainColumns({ side: 'publisher', breakdown: 'advertiser' }, shown, hidden)
  return (
    <Card
      title={messages.title}
      description={`${messages.description} ${messages.note}`}
      isFlush={report !== null}
      actions={
        <Button size="small" href={`/reports?side=publisher&ad_unit=${unitId}&by=advertiser`}>
          {messages.all}
        </Button>
      }
    >
      {report && total ? (
        <AdvertiserRows
          advertisers={report.data.attributes.advertisers}
          {...{ total, columns }}
          tableOf={all => (
            <Table
              caption={messages.title}
              isCaptionHidden
              columns={all}
              rows={report.data.attributes.rows}
              rowKey={row => row.key}
              empty={messages.empty}
            />
          )}
        />
      ) : (
        <p>{messages.failed}</p>
      )}
    </Card>
  )
}
