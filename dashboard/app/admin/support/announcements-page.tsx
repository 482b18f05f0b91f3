import { createAnnouncementsStores, emptyAnnouncement } from '@mille/stores/admin/announcements.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useStores } from '../../page/app-context.tsx'
import layout from '../../page/layout.module.css'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { problemText } from '../../page/messages.ts'
import { RestOfList } from '../../page/navigation/rest-of-list.tsx'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { forStaff } from '../for-staff.ts'
import type { Route } from './+types/announcements-page.ts'
import { AnnouncementCard } from './announcement-card.tsx'
import { AnnouncementDialog } from './announcement-dialog.tsx'
import { announcementMessages as messages } from './announcement-messages.ts'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  return answerOf(await api.announcements.listAnnouncements(), args)
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function AnnouncementsPage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createAnnouncementsStores, loaderData)
  const records = useStore(stores.$items)
  const endProblem = useStore(stores.$endProblem)
  const [isCreating, setIsCreating] = useState(false)
  const toast = useToast()
  return (
    <div className={layout.stack}>
      <PageHeader
        title={messages.title}
        description={messages.description}
        actions={
          <Button variant="primary" icon="plus" onClick={() => setIsCreating(true)}>
            {messages.create}
          </Button>
        }
      />
      {endProblem && (
        <Notice tone="alarm" isLive>
          {problemText(endProblem)}
        </Notice>
      )}
      {records.map(record => (
        <AnnouncementCard key={record.id} record={record} stores={stores} />
      ))}
      {records.length === 0 && (
        <EmptyState icon="bell" title={messages.empty}>
          {messages.emptyText}
        </EmptyState>
      )}
      <RestOfList list={stores} />
      <AnnouncementDialog
        stores={stores}
        isOpen={isCreating}
        onOpenChange={setIsCreating}
        title={messages.create}
        submitLabel={messages.publish}
        initial={emptyAnnouncement}
        save={async draft => {
          const isSaved = await stores.create(draft)
          if (isSaved) toast.show({ title: messages.published })
          return isSaved
        }}
      />
    </div>
  )
}
