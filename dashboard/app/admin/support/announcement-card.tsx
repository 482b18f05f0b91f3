import type { AnnouncementRecord } from '@mille/api/announcements/endpoints.ts'
import { type AnnouncementsStores, draftOf } from '@mille/stores/admin/announcements.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useState } from 'react'
import { Facts } from '../../page/facts.tsx'
import { formatCount, formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { ConfirmDialog } from '../../page/notices/confirm-dialog.tsx'
import { AnnouncementDialog } from './announcement-dialog.tsx'
import {
  announcementStateBadges,
  announcementTypeLabels,
  announcementMessages as messages
} from './announcement-messages.ts'

type AnnouncementCardProps = { record: AnnouncementRecord; stores: AnnouncementsStores }

/** One announcement with its times. Unless it has ended, it can be edited and ended. */
export function AnnouncementCard({ record, stores }: AnnouncementCardProps) {
  const { header, content, link, link_text, type, state, starts_at, ends_at, dismissals_count } =
    record.attributes
  const badge = announcementStateBadges[state]
  return (
    <Card
      title={header}
      actions={
        <>
          <Badge tone={badge.tone}>{badge.label}</Badge>
          {state !== 'ended' && <EditAnnouncement record={record} stores={stores} />}
          {state !== 'ended' && <EndAnnouncement record={record} stores={stores} />}
        </>
      }
    >
      <div className={layout.columns}>
        <div className={layout.tight}>
          <p className={layout.prose}>{content}</p>
          {link !== null && (
            <p>
              <a href={link}>{link_text}</a>
            </p>
          )}
        </div>
        <Facts
          facts={[
            [messages.type, announcementTypeLabels[type]],
            [messages.starts, formatMoment(starts_at)],
            [messages.ends, ends_at === null ? messages.untilEnded : formatMoment(ends_at)],
            [messages.dismissed, formatCount(dismissals_count)]
          ]}
        />
      </div>
    </Card>
  )
}

function EditAnnouncement({ record, stores }: AnnouncementCardProps) {
  const [isOpen, setIsOpen] = useState(false)
  const toast = useToast()
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{messages.edit}</Button>
      {isOpen && (
        <AnnouncementDialog
          stores={stores}
          isOpen
          onOpenChange={setIsOpen}
          title={messages.editTitle}
          submitLabel={messages.save}
          initial={draftOf(record)}
          isStartFixed={record.attributes.state === 'current'}
          save={async draft => {
            const isSaved = await stores.update(record, draft)
            if (isSaved) toast.show({ title: messages.saved })
            return isSaved
          }}
        />
      )}
    </>
  )
}

function EndAnnouncement({ record, stores }: AnnouncementCardProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [isEnding, setIsEnding] = useState(false)
  const toast = useToast()

  async function end() {
    setIsEnding(true)
    const isDone = await stores.end(record.id)
    setIsEnding(false)
    setIsAsking(false)
    if (isDone) toast.show({ title: messages.ended })
  }

  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        {messages.end}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={messages.endTitle}
        action={messages.end}
        isWorking={isEnding}
        onConfirm={end}
      >
        <p>{messages.endText(record.attributes.header)}</p>
      </ConfirmDialog>
    </>
  )
}
