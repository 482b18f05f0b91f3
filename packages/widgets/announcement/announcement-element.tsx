import type { Announcement } from '@mille/api/announcements/endpoints.ts'
import { dismissAnnouncement, readAnnouncement } from '@mille/api/announcements/endpoints.ts'
import { createBinder } from '@mille/api/create-binder.ts'
import { useEffect, useState } from 'react'
import { createOwnTransport } from '../shared/own-transport.ts'
import { ViewElement } from '../shared/view-element.ts'
import banner from './announcement-banner.css?inline'
import { AnnouncementBanner } from './announcement-banner.tsx'
import element from './announcement-element.css?inline'

export type AnnouncementEvents = {
  'mille-announcement:shown': CustomEvent<{ id: string }>
  'mille-announcement:dismissed': CustomEvent<{ id: string }>
  'mille-announcement:empty': CustomEvent<undefined>
  'mille-announcement:error': CustomEvent<undefined>
}

declare global {
  interface HTMLElementEventMap extends AnnouncementEvents {}
  interface HTMLElementTagNameMap {
    'mille-announcement': AnnouncementElement
  }
}

/**
 * `<mille-announcement>`: the network's current announcement, over the top of the page. On the network's own origin a
 * dismissal is remembered for the visitor; on others it hides it until the page is loaded again, and
 * `mille-announcement:dismissed` tells the page, which may remember its `id`.
 */
export class AnnouncementElement extends ViewElement {
  static observedAttributes = ['server']
  protected styles = banner + element

  protected view(signal: AbortSignal): unknown {
    const server = this.home
    const calls = createBinder({ transport: createOwnTransport(server) })({
      readAnnouncement,
      dismissAnnouncement
    })
    const load = async () => {
      const result = await calls.readAnnouncement({}, { signal }).catch(() => null)
      if (!result || signal.aborted) return null
      const announcement = (result.ok && result.value) || null
      if (announcement) this.emit('shown', { id: announcement.id })
      else this.emit(result.ok ? 'empty' : 'error')
      return announcement
    }
    const dismiss = (id: string) => {
      this.emit('dismissed', { id })
      // On another origin the network would not know whose dismissal it is.
      if (server === location.origin) void calls.dismissAnnouncement()
    }
    return <LoadedBanner load={load} onDismiss={dismiss} />
  }
}

type LoadedBannerProps = {
  load: () => Promise<Announcement | null>
  onDismiss: (id: string) => void
}

function LoadedBanner({ load, onDismiss }: LoadedBannerProps) {
  const [announcement, setAnnouncement] = useState<Announcement | null>(null)
  useEffect(() => void load().then(setAnnouncement), [load])
  if (!announcement) return null
  return (
    <AnnouncementBanner
      announcement={announcement}
      onDismiss={() => {
        setAnnouncement(null)
        onDismiss(announcement.id)
      }}
    />
  )
}
