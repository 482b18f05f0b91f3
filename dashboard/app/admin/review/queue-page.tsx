import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import type { ReactNode } from 'react'
import layout from '../../page/layout.module.css'
import { QueueItem } from '../../page/queue/queue-item.tsx'
import { useQueueKeys } from '../../page/queue/use-queue-keys.ts'

export type QueuePageProps<Item> = {
  title: string
  description: string
  badge?: ReactNode
  /** A notice above the list. */
  notice?: ReactNode
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Renders one item with its decision buttons. */
  children: (item: Item) => ReactNode
  /** Shown after the items; in place of the empty state while waiting items are not loaded. */
  more?: ReactNode
  empty: { title: string; text: string }
}

/** A list of items that await an operator's decision, operated by mouse or keyboard. */
export function QueuePage<Item>(props: QueuePageProps<Item>) {
  const { title, description, badge, notice, items, keyOf, children, more, empty } = props
  useQueueKeys()
  return (
    <div className={layout.stack}>
      <PageHeader title={title} description={description} badge={badge} />
      {notice}
      {items.map(item => (
        <QueueItem key={keyOf(item)} id={keyOf(item)}>
          {children(item)}
        </QueueItem>
      ))}
      {more}
      {items.length === 0 && !more && (
        <EmptyState icon="success" title={empty.title}>
          {empty.text}
        </EmptyState>
      )}
    </div>
  )
}
