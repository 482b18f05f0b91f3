import type { User } from '@mille/api/accounts/endpoints.ts'
import { createNotificationsStores } from '@mille/stores/notifications/notifications.ts'
import { IconButton } from '@mille/ui/icon-button/icon-button.tsx'
import { Popover } from '@mille/ui/popover/popover.tsx'
import { later, useLater } from '@mille/ui/shared/later.ts'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useApp, useStores } from '../page/app-context.tsx'
import shell from '../shell/account-menu.module.css'
import { notificationMessages as messages } from './messages.ts'
import { subscribeToUnread } from './unread-stream.ts'

const content = later(async () => (await import('./notifications-window.tsx')).NotificationsWindow)

/** The notification bell of the signed-in user. Hidden from everyone else who sees the account. */
export function NotificationsMenu() {
  const account = useStore(useApp().session.$account)
  if (!account || account.meta.look_around || account.meta.viewing) return null
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
  const NotificationsWindow = useLater(content, isOpen)
  useEffect(() => {
    const unsubscribe = subscribeToUnread(stores.onUnreadCount)
    return () => {
      unsubscribe()
      stores.stop()
    }
  }, [stores])
  return (
    <span className={shell.bell}>
      <Popover
        title={messages.title}
        isOpen={isOpen}
        onOpenChange={open => {
          setIsOpen(open)
          if (open) void stores.refresh()
        }}
        trigger={<IconButton icon="bell" label={messages.bell(unread)} />}
      >
        {NotificationsWindow ? (
          <NotificationsWindow stores={stores} onLeave={() => setIsOpen(false)} />
        ) : (
          <Skeleton lines={6} />
        )}
      </Popover>
      {unread > 0 && (
        <span className={shell.count} aria-hidden="true">
          {unread > 99 ? messages.many : unread}
        </span>
      )}
    </span>
  )
}
