import type { Announcement } from '@mille/api/announcements/endpoints.ts'
import { emit } from '../shared/emit.ts'
import { loadWords } from '../shared/load-words.ts'
import { createOwnTransport } from '../shared/own-transport.ts'
import { WidgetElement } from '../shared/widget-element.ts'

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

/** Path of the call `readAnnouncement`, whose other fields would take 20 of the 800 bytes of this script. */
const path = '/api/v1/announce/'

/**
 * `<mille-announcement>`: the network's current announcement, where the element is placed, or in a bar at the bottom of
 * the screen if it would move visible content. The attribute `placement` chooses one of these when the announcement
 * arrives. On the network's origin, a dismissal is saved for the visitor; on other origins it lasts until the page is
 * reloaded, and `mille-announcement:dismissed` tells the page, which may save its `id`.
 */
export class AnnouncementElement extends WidgetElement {
  static observedAttributes = ['server', 'lang']

  protected mount(root: ShadowRoot): () => void {
    const controller = new AbortController()
    const { signal } = controller
    let unmount: (() => void) | undefined
    const load = async () => {
      const answer = await createOwnTransport(this.home)(path, { signal })
      if (answer.status === 204) return emit(this, 'empty')
      if (!answer.ok) throw answer
      const announcement = (await answer.json()) as Announcement
      // Most pages have no announcement to show, and load no further code.
      const pending = loadWords(this)
      const { mountAnnouncement } = await import('./announcement-view.tsx')
      const words = await pending
      if (signal.aborted) return
      unmount = mountAnnouncement(root, this, announcement, words)
    }
    load().catch(() => {
      if (!signal.aborted) emit(this, 'error')
    })
    return () => {
      controller.abort()
      unmount?.()
    }
  }
}
