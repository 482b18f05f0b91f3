import { type Announcement, dismissAnnouncement } from '@mille/api/announcements/endpoints.ts'
import { createBinder } from '@mille/api/create-binder.ts'
import { useState } from 'react'
import { drawView } from '../shared/draw-view.ts'
import { emit } from '../shared/emit.ts'
import { createOwnTransport } from '../shared/own-transport.ts'
import banner from './announcement-banner.css?inline'
import { AnnouncementBanner } from './announcement-banner.tsx'
import element from './announcement-element.css?inline'
import type { AnnouncementElement } from './announcement-element.ts'

/** Draws what the operator says; loaded when there is something. Returns what takes it away. */
export function mountAnnouncement(
  root: ShadowRoot,
  host: AnnouncementElement,
  announcement: Announcement
): () => void {
  const server = host.home
  const calls = createBinder({ transport: createOwnTransport(server) })({ dismissAnnouncement })
  const dismiss = () => {
    emit(host, 'dismissed', { id: announcement.id })
    // On another origin the network would not know whose dismissal it is.
    if (server === location.origin) void calls.dismissAnnouncement()
  }
  return drawView(
    root,
    banner + element,
    <Dismissible announcement={announcement} onDismiss={dismiss} />
  )
}

type DismissibleProps = { announcement: Announcement; onDismiss: () => void }

function Dismissible({ announcement, onDismiss }: DismissibleProps) {
  const [isShown, setIsShown] = useState(true)
  if (!isShown) return null
  return (
    <AnnouncementBanner
      announcement={announcement}
      onDismiss={() => {
        setIsShown(false)
        onDismiss()
      }}
    />
  )
}
