import type { User } from '@mille/api/accounts/endpoints.ts'
import {
  createNotificationsStores,
  type NotificationsStores
} from '@mille/stores/notifications/notifications.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { IconButton } from '@mille/ui/icon-button/icon-button.tsx'
import { Popover } from '@mille/ui/popover/popover.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useApp, useStores } from '../page/app-context.tsx'
import { notificationMessages as messages } from './messages.ts'
import { NotificationList } from './notification-list.tsx'
import styles from './notifications-menu.module.css'
import { subscribeToUnread } from './unread-stream.ts'

/** The bell of who is signed in. */
export function NotificationsMenu() {
  const account = useStore(useApp().session.$account)
  if (!account) return null
  return (
    <Bell
      key={account.data.id}
      user={account.data}
      unread={account.meta.unread_notifications_count}
    />
  )
}

function Bell({ user, unread: loaded }: { user: User; unread: number }) {
  const [first] = useState({ userId: user.id, unread: loaded, list: null })
  const stores = useStores(createNotificationsStores, first)
  const unread = useStore(stores.$unread)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const unsubscribe = subscribeToUnread(stores.hearUnread)
    return () => {
      unsubscribe()
      stores.stop()
    }
  }, [stores])
  return (
    <span className={styles.bell}>
      <Popover
        title={messages.title}
        isOpen={isOpen}
        onOpenChange={open => {
          setIsOpen(open)
          if (open) void stores.refresh()
        }}
        trigger={<IconButton icon="bell" label={messages.bell(unread)} />}
      >
        <Content stores={stores} onLeave={() => setIsOpen(false)} />
      </Popover>
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {unread > 99 ? messages.many : unread}
        </span>
      )}
    </span>
  )
}

function Content({ stores, onLeave }: { stores: NotificationsStores; onLeave: () => void }) {
  const unread = useStore(stores.$unread)
  return (
    <>
      <div className={styles.scroll}>
        <NotificationList stores={stores} onLeave={onLeave} />
      </div>
      <div className={styles.end}>
        <Button
          size="small"
          variant="quiet"
          disabled={unread === 0}
          onClick={() => void stores.markAllRead()}
        >
          {messages.markAllRead}
        </Button>
        <Button size="small" variant="quiet" href="/notifications" onClick={onLeave}>
          {messages.open}
        </Button>
      </div>
    </>
  )
}
