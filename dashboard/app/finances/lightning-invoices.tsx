import type { LightningDeposit } from '@mille/api/payments/endpoints.ts'
import type { LightningStores } from '@mille/stores/payments/lightning-deposit.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { formatMoment } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { lightningMessages as messages } from './lightning-messages.ts'
import { MovedAmount } from './moved-amount.tsx'

type Props = { stores: LightningStores; onOpen: (id: string) => void }

const tones = { open: 'info', credited: 'positive', expired: 'neutral' } as const

/** The newest invoices of the account or the campaign, each of which can be opened again. Nothing if there is none. */
export function LightningInvoices({ stores, onOpen }: Props) {
  const invoices = useStore(stores.$invoices)
  useEffect(() => void stores.readInvoices(), [stores])
  if (invoices.length === 0) return null
  return (
    <Card title={messages.list} description={messages.listText} isFlush>
      <Table
        caption={messages.list}
        isCaptionHidden
        columns={columnsFor(onOpen)}
        rows={invoices}
        rowKey={it => it.id}
      />
    </Card>
  )
}

const columnsFor = (onOpen: Props['onOpen']) => [
  {
    id: 'id',
    header: messages.invoice,
    isRowHeader: true,
    render: ({ id }: LightningDeposit) => (
      <button type="button" className={layout.textButton} onClick={() => onOpen(id)}>
        {messages.show(id)}
      </button>
    )
  },
  {
    id: 'date',
    header: messages.columns.date,
    render: ({ attributes: { created_at: at } }: LightningDeposit) => (
      <time dateTime={at}>{formatMoment(at)}</time>
    )
  },
  {
    id: 'state',
    header: messages.columns.status,
    render: ({ attributes: { state } }: LightningDeposit) => (
      <Badge tone={tones[state]}>{messages.states[state]}</Badge>
    )
  },
  {
    id: 'amount',
    header: messages.columns.amount,
    align: 'end' as const,
    isAmount: true,
    render: ({ attributes: { amount, credited } }: LightningDeposit) => (
      <MovedAmount units={BigInt(credited ?? amount)} asset="BTC" />
    )
  }
]
