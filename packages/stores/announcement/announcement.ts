import type { Announcement } from '@mille/api/announcements/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { atom } from 'nanostores'

/** State of the operator's announcement, until this visitor has dismissed it. */
export function createAnnouncementStores(api: Api, loaded: Announcement | null) {
  const $announcement = atom(loaded)

  /** Hides the announcement at once. If the server cannot be reached, it appears again on the next page. */
  async function dismiss() {
    $announcement.set(null)
    await api.announcements.dismissAnnouncement()
  }

  return { $announcement, dismiss }
}
