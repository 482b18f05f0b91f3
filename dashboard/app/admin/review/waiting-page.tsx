import { Badge } from '@mille/ui/badge/badge.tsx'
import { LoadMore } from '@mille/ui/load-more/load-more.tsx'
import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import type { ReactNode } from 'react'
import { QueuePage } from './queue-page.tsx'

type WaitingPageProps<Item> = {
  messages: {
    title: string
    description: string
    /** The keyboard help, shown in place of the description while the queue has items. */
    keys: string
    waiting: (count: number) => string
    empty: string
    emptyText: string
  }
  stores: {
    $items: ReadableAtom<readonly Item[]>
    $records: ReadableAtom<number>
    /** Loads the next items when few are left. */
    refill?: () => Promise<void>
  }
  keyOf: (item: Item) => string
  /** Renders one item with its decision buttons. */
  children: (item: Item) => ReactNode
}

/** A queue page that shows the number of waiting items and can be operated by keyboard. */
export function WaitingPage<Item>({ messages, stores, keyOf, children }: WaitingPageProps<Item>) {
  const items = useStore(stores.$items)
  const records = useStore(stores.$records)
  return (
    <QueuePage
      title={messages.title}
      description={records > 0 ? messages.keys : messages.description}
      badge={records > 0 && <Badge tone="info">{messages.waiting(records)}</Badge>}
      items={items}
      keyOf={keyOf}
      more={
        stores.refill &&
        items.length === 0 &&
        records > 0 && (
          <LoadMore shown={0} total={records} onLoadMore={() => void stores.refill?.()} />
        )
      }
      empty={{ title: messages.empty, text: messages.emptyText }}
    >
      {children}
    </QueuePage>
  )
}
