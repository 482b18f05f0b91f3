import { checkpointKey } from '@mille/stores/bill-verification/bill-verification.ts'
import {
  createStatementStores,
  type LoadedStatements,
  type Statement
} from '@mille/stores/statistics/statements.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useStores } from '../page/app-context.tsx'
import { formatCount, formatPeriod } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { assetsIn, useReaderColumns } from '../page/money/money.tsx'
import type { MoneyColumn } from '../page/money/shown-money.ts'
import { LedgerAmount } from '../page/money/worth.tsx'
import { RestOfList } from '../page/navigation/rest-of-list.tsx'
import { statisticsMessages as messages } from './messages.ts'

const folders = { campaign: 'campaigns', ad_unit: 'ad_units' } as const

/** The statements of all settlement periods, newest first, with a download of all of them. */
export function StatementsSection({ loaded }: { loaded: LoadedStatements }) {
  const stores = useStores(createStatementStores, loaded)
  const statements = useStore(stores.$statements)
  const isEmpty = statements.length === 0
  const columns = useReaderColumns(assetsIn(statements.map(it => it.attributes)))
  return (
    <div className={layout.tight}>
      <Card
        title={messages.statements}
        description={messages.statementsText}
        isFlush
        actions={
          !isEmpty && (
            <div className={layout.row}>
              <Button size="small" href="/verify">
                {messages.verify}
              </Button>
              <BillButtons of={loaded.of} id={loaded.id} statements={statements} />
              <Button
                size="small"
                href={`/api/v1/${folders[loaded.of]}/${loaded.id}/statements.csv`}
                download
              >
                {messages.download}
              </Button>
            </div>
          )
        }
      >
        <Table
          caption={messages.statements}
          isCaptionHidden
          columns={columnsOf(loaded.of, statements, columns)}
          rows={statements}
          rowKey={it => it.id}
          empty={
            <EmptyState icon="coin" title={messages.noStatements}>
              {messages.noStatementsText}
            </EmptyState>
          }
        />
      </Card>
      <RestOfList list={stores} />
    </div>
  )
}

type BillProps = Pick<LoadedStatements, 'of' | 'id'> & { statements: readonly Statement[] }

/**
 * Buttons for the bill in each currency, because an ad unit may earn in both. A bill continues from the checkpoint that
 * this browser has kept.
 */
function BillButtons({ of, id, statements }: BillProps) {
  const [kept, setKept] = useState<string | null>(null)
  useEffect(() => {
    const [, size = ''] = (localStorage.getItem(checkpointKey) ?? '').split('\n')
    if (/^\d+$/.test(size)) setKept(size)
  }, [])
  const assets = [...new Set(statements.map(it => it.attributes.asset))].sort()
  return assets.map(asset => {
    const query = new URLSearchParams()
    if (of === 'ad_unit') query.set('asset', asset)
    if (kept !== null) query.set('kept', kept)
    const path = `/api/v1/${folders[of]}/${id}/bill`
    return (
      <Button key={asset} size="small" href={`${path}?${query}`} download>
        {assets.length === 1 ? messages.bill : messages.billIn(asset)}
      </Button>
    )
  })
}

const windowColumn = {
  id: 'window',
  header: messages.window,
  isRowHeader: true,
  render: ({ attributes }: Statement) => (
    <time dateTime={attributes.window_start}>
      {formatPeriod(attributes.window_start, attributes.window_end)}
    </time>
  )
}
const billableColumn = {
  id: 'billable',
  header: messages.billable,
  align: 'end' as const,
  render: ({ attributes }: Statement) => formatCount(attributes.billable)
}
/** Returns the columns of the table. Amounts are those of the ledger, with their worth in the reader's currency. */
function columnsOf(
  of: LoadedStatements['of'],
  statements: readonly Statement[],
  columns: readonly MoneyColumn[]
) {
  const amount = (id: 'charged' | 'fee' | 'referral' | 'net', header: string) => ({
    id,
    header,
    align: 'end' as const,
    isAmount: true,
    render: ({ attributes: { [id]: units, asset } }: Statement) => (
      <LedgerAmount units={BigInt(units)} asset={asset} columns={columns} />
    )
  })
  const first = [windowColumn, billableColumn, amount('charged', messages.charged)]
  if (of === 'ad_unit') return [...first, amount('net', messages.earned)]
  // The referral column is hidden if no period has referrals, as for most advertisers.
  const hasReferral = statements.some(it => it.attributes.referral !== '0')
  return [
    ...first,
    amount('net', messages.net),
    amount('fee', messages.fee),
    ...(hasReferral ? [amount('referral', messages.referral)] : [])
  ]
}
