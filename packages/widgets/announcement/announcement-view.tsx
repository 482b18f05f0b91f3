import { type Announcement, dismissAnnouncement } from '@mille/api/announcements/endpoints.ts'
import { createBinder } from '@mille/api/create-binder.ts'
import { useState } from 'react'
import { drawView } from '../shared/draw-view.ts'
import { emit } from '../shared/emit.ts'
import { createOwnTransport } from '../shared/own-transport.ts'
import type { Words } from '../shared/words.ts'
import banner from './announcement-banner.css?inline'
import { AnnouncementBanner, type AnnouncementBannerProps } from './announcement-banner.tsx'
import element from './announcement-element.css?inline'
import type { AnnouncementElement } from './announcement-element.ts'

/** Draws what the operator says; loaded when there is something. Returns what takes it away. */
export function mountAnnouncement(
  root: ShadowRoot,
  host: AnnouncementElement,
  announcement: Announcement,
  words: Words | null | undefined
): () => void {
  const server = host.home
  const calls = createBinder({ transport: createOwnTransport(server) })({ dismissAnnouncement })
  const dismiss = () => {
    emit(host, 'dismissed', { id: announcement.id })
    // On another origin the network would not know whose dismissal it is.
    if (server === location.origin) void calls.dismissAnnouncement()
  }
  const unmount = drawView(
    root,
    banner + element,
    <Dismissible announcement={announcement} onDismiss={dismiss} words={words} />,
    words
  )
  emit(host, 'shown', { id: announcement.id })
  return unmount
}

function Dismissible({ onDismiss, ...rest }: AnnouncementBannerProps) {
  const [isShown, setIsShown] = useState(true)
  if (!isShown) return null
  return (
    <AnnouncementBanner
      {...rest}
      onDismiss={() => {
        setIsShown(false)
        onDismiss()
      }}
    />
  )
}
