import type { Notification } from '@mille/api/notifications/endpoints.ts'
import type {
  NotificationsStores,
  NotificationTab
} from '@mille/stores/notifications/notifications.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { IconButton } from '@mille/ui/icon-button/icon-button.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { LoadMore } from '@mille/ui/load-more/load-more.tsx'
import { VisuallyHidden } from '@mille/ui/shared/visually-hidden.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { Tabs } from '@mille/ui/tabs/tabs.tsx'
import { useStore } from '@nanostores/react'
import { useApp } from '../page/app-context.tsx'
import { formatMoment } from '../page/formats.ts'
import { commonMessages, problemText } from '../page/messages.ts'
import { notificationMessages as messages } from './messages.ts'
import styles from './notification-list.module.css'

export type NotificationListProps = {
  stores: NotificationsStores
  /** Called when the user opens the subject of a notification. */
  onLeave?: (() => void) | undefined
}

/** Both tabs of notifications, for the notifications page and for the window below the bell. */
export function NotificationList({ stores, onLeave }: NotificationListProps) {
  const tab = useStore(stores.$tab)
  const unread = useStore(stores.$unread)
  const problem = useStore(stores.$problem)
  const content = <Content stores={stores} onLeave={onLeave} />
  const tabOf = (id: NotificationTab, count?: number) => ({
    id,
    label: messages.tabs[id],
    count,
    // The hidden tab renders nothing, so that no notification exists twice on the page.
    content: id === tab ? content : null
  })
  return (
    <>
      {problem !== null && <p role="alert">{problem}</p>}
      <Tabs
        label={messages.title}
        tabs={[tabOf('notifications'), tabOf('unread', unread)]}
        value={tab}
        onChange={id => void stores.changeTab(id)}
      />
    </>
  )
}

function Content({ stores, onLeave }: NotificationListProps) {
  const tab = useStore(stores.$tab)
  const state = useStore(stores.$state)
  const pending = useStore(stores.$pending)
  const isLoadingMore = useStore(stores.$isLoadingMore)
  if (state.status === 'failed') {
    return (
      <EmptyState
        icon="alert"
        title={messages.failed}
        action={<Button onClick={() => void stores.refresh()}>{commonMessages.retry}</Button>}
      >
        {problemText(state.problem)}
      </EmptyState>
    )
  }
  if (state.status !== 'loaded') {
    return (
      <div aria-busy="true">
        <Skeleton lines={6} />
      </div>
    )
  }
  const { data, meta } = state.list
  if (data.length === 0) {
    return tab === 'unread' ? (
      <EmptyState icon="check" title={messages.emptyUnread}>
        {messages.emptyUnreadText}
      </EmptyState>
    ) : (
      <EmptyState icon="bell" title={messages.empty}>
        {messages.emptyText}
      </EmptyState>
    )
  }
  const { records } = meta.pagination
  return (
    <>
      <ul className={styles.list}>
        {data.map(item => (
          <Item
            key={item.id}
            item={item}
            isRead={item.attributes.read_at !== null || pending.includes(item.id)}
            onRead={() => void stores.markRead(item.id)}
            onLeave={onLeave}
          />
        ))}
      </ul>
      {data.length < records && (
        <LoadMore
          shown={data.length}
          total={records}
          isLoading={isLoadingMore}
          onLoadMore={() => void stores.loadMore()}
        />
      )}
    </>
  )
}

type ItemProps = {
  item: Notification
  isRead: boolean
  onRead: () => void
  onLeave: (() => void) | undefined
}

/** Opening a notification's subject marks the notification as read. */
function Item({ item, isRead, onRead, onLeave }: ItemProps) {
  const { title, text, path, created_at } = item.attributes
  const lang = useStore(useApp().session.$account)?.data.attributes.locale ?? undefined
  return (
    <li className={styles.item}>
      {/* The text direction follows the notification's own text, which may be in another language than the page. */}
      <div className={styles.words} dir="auto">
        <Link
          href={path}
          className={isRead ? `${styles.title} ${styles.read}` : styles.title}
          onClick={() => {
            if (!isRead) onRead()
            onLeave?.()
          }}
        >
          {!isRead && (
            <span className={styles.dot} dir="ltr">
              <VisuallyHidden>{messages.unread}</VisuallyHidden>
            </span>
          )}
          <span lang={lang}>{title}</span>
        </Link>
        <div className={styles.text} lang={lang}>
          {text}
        </div>
        <time className={styles.when} dir="ltr" dateTime={created_at}>
          {formatMoment(created_at)}
        </time>
      </div>
      {!isRead && (
        <IconButton icon="check" size="small" label={messages.markRead} onClick={onRead} />
      )}
    </li>
  )
}
