import type { PublicLogAnchor } from '@mille/api/public-log/endpoints.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { CopyButton } from '@mille/ui/copy-button/copy-button.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import { formatCount, formatMoment } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import styles from './anchors-card.module.css'
import { anchorMessages as messages } from './messages.ts'

/** Checkpoints that payouts have carried into the bitcoin blockchain, the newest first. */
export function AnchorsCard({ anchors }: { anchors: readonly PublicLogAnchor[] }) {
  return (
    <Card title={messages.title}>
      <div className={layout.tight}>
        <p>{messages.text}</p>
        <p className={layout.soft}>{messages.check}</p>
        <Table
          caption={messages.title}
          isCaptionHidden
          columns={columns}
          rows={anchors}
          rowKey={it => it.transaction_id}
        />
        <div>
          <Button href="/log/anchors" download="anchors.json">
            {messages.download}
          </Button>
        </div>
      </div>
    </Card>
  )
}

const columns: TableColumn<PublicLogAnchor>[] = [
  {
    id: 'checkpoint',
    header: messages.columns.checkpoint,
    isRowHeader: true,
    render: ({ size, signed_at }) => (
      <div>
        {size === null ? messages.lost : messages.entries(formatCount(size), size === 1)}
        <br />
        <span className={layout.soft}>{formatMoment(signed_at)}</span>
      </div>
    )
  },
  {
    id: 'transaction',
    header: messages.columns.transaction,
    render: ({ transaction_id }) => <Hash text={transaction_id} what={messages.transaction} />
  },
  {
    id: 'block',
    header: messages.columns.block,
    render: ({ block, confirmations, is_confirmed }) => (
      <div>
        {block && (
          <>
            {formatCount(block.height)} <Hash text={block.hash} what={messages.block} />
          </>
        )}
        {!is_confirmed && <div className={layout.soft}>{messages.waiting(confirmations)}</div>}
      </div>
    )
  }
]

/** A shortened block hash. It shows both ends, because every block hash starts with zeros. */
function Hash({ text, what }: { text: string; what: string }) {
  return (
    <span className={styles.hash}>
      <code title={text}>{`${text.slice(0, 6)}…${text.slice(-8)}`}</code>{' '}
      <CopyButton isCompact text={text} what={what} />
    </span>
  )
}
