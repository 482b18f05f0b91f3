import type { Announcement } from '@mille/api/announcements/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { atom } from 'nanostores'

/** What the operator says to everybody, until this visitor has read it. */
export function createAnnouncementStores(api: Api, loaded: Announcement | null) {
  const $announcement = atom(loaded)

  /** Gone at once; when the server could not be told, it is back with the next page. */
  async function dismiss() {
    $announcement.set(null)
    await api.announcements.dismissAnnouncement()
  }

  return { $announcement, dismiss }
}
