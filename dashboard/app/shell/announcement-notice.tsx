import type { Announcement } from '@mille/api/announcements/endpoints.ts'
import { createAnnouncementStores } from '@mille/stores/announcement/announcement.ts'
import { AnnouncementBanner } from '@mille/widgets/announcement/announcement-banner.tsx'
import { useStore } from '@nanostores/react'
import { useStores } from '../page/app-context.tsx'

/** The operator's announcement, shown until the visitor dismisses it. */
export function AnnouncementNotice({ loaded }: { loaded: Announcement | null }) {
  const stores = useStores(createAnnouncementStores, loaded)
  const announcement = useStore(stores.$announcement)
  if (announcement === null) return null
  return <AnnouncementBanner announcement={announcement} onDismiss={() => void stores.dismiss()} />
}
