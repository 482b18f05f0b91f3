import { type Announcement, dismissAnnouncement } from '@mille/api/announcements/endpoints.ts'
import { createBinder } from '@mille/api/create-binder.ts'
import { adoptColors } from '../shared/adopt-colors.ts'
import { drawView } from '../shared/draw-view.ts'
import { emit } from '../shared/emit.ts'
import { createOwnTransport } from '../shared/own-transport.ts'
import type { Words } from '../shared/words.ts'
import banner from './announcement-banner.css?inline'
import { AnnouncementBanner } from './announcement-banner.tsx'
import element from './announcement-element.css?inline'
import type { AnnouncementElement } from './announcement-element.ts'
import tokens from './announcement-tokens.css?inline'
import { prepareAnnouncement } from './place-announcement.ts'

/** Draws the operator's announcement; loaded only when there is one. Returns a function that removes it. */
export function mountAnnouncement(
  root: ShadowRoot,
  host: AnnouncementElement,
  announcement: Announcement,
  words: Words | null | undefined
): () => void {
  const server = host.home
  const calls = createBinder({ transport: createOwnTransport(server) })({ dismissAnnouncement })
  const place = prepareAnnouncement(host)
  const view = drawView(
    root,
    tokens + banner + element,
    <AnnouncementBanner
      announcement={announcement}
      words={words}
      onDismiss={() => {
        unmount()
        emit(host, 'dismissed', { id: announcement.id })
        // On another origin, the network would not know which visitor dismissed it.
        if (server === location.origin) void calls.dismissAnnouncement()
      }}
    />,
    words
  )
  adoptColors(root, announcement.styles)
  // At this point, Preact has drawn the banner and the browser has not painted it.
  const drawn = root.querySelector<HTMLElement>('.mille-announcement')
  const leave = drawn ? place(drawn) : undefined
  emit(host, 'shown', { id: announcement.id })
  return unmount

  function unmount() {
    leave?.()
    view()
    // An empty box would still separate the margins of its neighbors.
    root.replaceChildren()
    root.adoptedStyleSheets = []
  }
}
