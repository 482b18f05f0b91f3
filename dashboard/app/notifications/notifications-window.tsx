import type { NotificationsStores } from '@mille/stores/notifications/notifications.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { useStore } from '@nanostores/react'
import { notificationMessages as messages } from './messages.ts'
import { NotificationList } from './notification-list.tsx'
import styles from './notifications-menu.module.css'

type NotificationsWindowProps = { stores: NotificationsStores; onLeave: () => void }

/** The window that opens below the notification bell. */
export function NotificationsWindow({ stores, onLeave }: NotificationsWindowProps) {
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
