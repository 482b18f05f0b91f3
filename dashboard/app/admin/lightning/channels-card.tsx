import type { LightningNode } from '@mille/api/payments/endpoints.ts'
import { Address } from '@mille/ui/address/address.tsx'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { lightningPageMessages as messages } from './lightning-page-messages.ts'

type Channel = LightningNode['data']['attributes']['channels'][number]

/** All channels, the largest first, and closed ones last. */
export function ChannelsCard({ channels }: { channels: readonly Channel[] }) {
  return (
    <Card title={messages.channels} isFlush>
      <Table
        caption={messages.channels}
        isCaptionHidden
        columns={columns}
        rows={channels}
        rowKey={it => it.id}
        empty={
          <EmptyState icon="coin" title={messages.noChannels}>
            {messages.noChannelsText}
          </EmptyState>
        }
      />
    </Card>
  )
}

const amountColumn = (id: 'capacity' | 'outbound' | 'inbound') => ({
  id,
  header: messages.columns[id],
  align: 'end' as const,
  isAmount: true,
  render: (channel: Channel) => <Amount units={BigInt(channel[id])} asset="BTC" />
})

const columns = [
  {
    id: 'peer',
    header: messages.columns.peer,
    isRowHeader: true,
    render: ({ peer }: Channel) => <Address value={peer} what={messages.publicKeyWhat} isShort />
  },
  {
    id: 'state',
    header: messages.columns.state,
    render: (channel: Channel) => <State channel={channel} />
  },
  amountColumn('capacity'),
  amountColumn('outbound'),
  amountColumn('inbound'),
  {
    id: 'changed',
    header: messages.columns.changed,
    render: ({ changed_at: changed }: Channel) => (
      <time dateTime={changed}>{formatMoment(changed)}</time>
    )
  }
]

const tones = { pending: 'info', open: 'positive', closing: 'warning', closed: 'neutral' } as const

function State({ channel }: { channel: Channel }) {
  const { state, disconnected_at: disconnected } = channel
  const isGone = state === 'open' && disconnected !== null
  return (
    <div className={layout.tight}>
      <span>
        <Badge tone={isGone ? 'warning' : tones[state]}>
          {isGone ? messages.disconnected : messages.states[state]}
        </Badge>
      </span>
      {isGone && (
        <span className={`${layout.soft} ${layout.small}`}>
          {messages.since(formatMoment(disconnected))}
        </span>
      )}
    </div>
  )
}
