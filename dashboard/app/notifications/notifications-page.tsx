import { createNotificationsStores } from '@mille/stores/notifications/notifications.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/notifications-page.ts'
import { notificationMessages as messages } from './messages.ts'
import { NotificationList } from './notification-list.tsx'

async function load(args: LoadArgs) {
  const { api, readAccount } = args.context.get(pageContext)
  const userId = answerOf(await readAccount(), args).data.id
  const list = answerOf(await api.notifications.listNotifications({ userId }), args)
  return { userId, unread: list.meta.totalUnreadCount, list }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createNotificationsStores, loaderData)
  const unread = useStore(stores.$unread)
  useEffect(() => stores.stop, [stores])
  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        description={messages.description}
        actions={
          <>
            <Button href="/settings/notifications">{messages.settings}</Button>
            <Button disabled={unread === 0} onClick={() => void stores.markAllRead()}>
              {messages.markAllRead}
            </Button>
          </>
        }
      />
      <Card>
        <NotificationList stores={stores} />
      </Card>
    </div>
  )
}
