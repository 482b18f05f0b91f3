import type { AnnouncementRecord } from '@mille/api/announcements/endpoints.ts'
import type { AnnouncementType } from '@mille/api/constants.ts'

export const announcementMessages = {
  title: 'Announcements',
  description: 'Announcements are shown to every visitor above the page, one at a time.',
  create: 'New announcement',
  edit: 'Edit',
  editTitle: 'Edit announcement',
  publish: 'Publish',
  save: 'Save',
  header: 'Title',
  content: 'Text',
  link: 'Link',
  linkText: 'Link text',
  type: 'Type',
  startsAt: 'Start (UTC)',
  startsHelp: 'Leave empty to publish now.',
  endsAt: 'End (UTC)',
  endsHelp: 'Leave empty to end it manually.',
  published: 'Announcement published',
  saved: 'Announcement saved',
  end: 'End',
  endTitle: 'End this announcement?',
  endText: (header: string) =>
    `“${header}” will no longer be shown to anyone. This cannot be undone.`,
  ended: 'Announcement ended',
  starts: 'Starts',
  ends: 'Ends',
  untilEnded: 'When you end it',
  dismissed: 'Dismissed by',
  empty: 'No announcements yet',
  emptyText: 'Let everyone know about maintenance, a new feature, or a problem.'
}

export const announcementTypeLabels: Record<AnnouncementType, string> = {
  default: 'Note',
  warning: 'Warning',
  alarm: 'Alarm'
}

export const announcementStateBadges: Record<
  AnnouncementRecord['attributes']['state'],
  { label: string; tone: 'info' | 'positive' | 'neutral' }
> = {
  scheduled: { label: 'Scheduled', tone: 'info' },
  current: { label: 'Live', tone: 'positive' },
  ended: { label: 'Ended', tone: 'neutral' }
}
