import type { AnnouncementRecord } from '@mille/api/announcements/endpoints.ts'
import type { AnnouncementType } from '@mille/api/constants.ts'

export const announcementMessages = {
  title: 'Announcements',
  description: 'What every visitor reads above the page. One stands at a time.',
  create: 'New announcement',
  edit: 'Edit',
  editTitle: 'Edit the announcement',
  publish: 'Publish',
  save: 'Save',
  header: 'Title',
  content: 'Text',
  link: 'Link',
  linkText: 'Words of the link',
  type: 'Type',
  startsAt: 'Starts, in UTC',
  startsHelp: 'Empty for at once.',
  endsAt: 'Ends, in UTC',
  endsHelp: 'Empty until you end it.',
  published: 'The announcement is published',
  saved: 'The announcement is saved',
  end: 'End',
  endTitle: 'End this announcement?',
  endText: (header: string) => `Nobody will see “${header}” any more. This cannot be undone.`,
  ended: 'The announcement has ended',
  starts: 'Starts',
  ends: 'Ends',
  untilEnded: 'When you end it',
  dismissed: 'Dismissed by',
  empty: 'No announcement yet',
  emptyText: 'Tell everybody about maintenance, a new feature or a problem.'
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
  current: { label: 'Stands now', tone: 'positive' },
  ended: { label: 'Ended', tone: 'neutral' }
}
