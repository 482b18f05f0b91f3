import type { Announcement } from '@mille/api/announcements/endpoints.ts'

const types: Record<Announcement['type'], string> = {
  default: 'Note',
  warning: 'Warning',
  alarm: 'Alarm'
}

export const announcementMessages = {
  name: 'Announcement',
  dismiss: 'Dismiss',
  more: 'Read more',
  types
}
