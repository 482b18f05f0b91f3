import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

/** The announcement as visitors see it, as a plain object without a JSON:API document around it. */
export type Announcement = z.infer<typeof schema.announcement>
/** The announcement as operators see it: its text and its schedule. */
export type AnnouncementRecord = z.infer<typeof schema.announcementRecord>
export type AnnouncementList = z.infer<typeof schema.announcementList>

/**
 * Answers 204 (`undefined` in the client) when there is no announcement or the visitor has dismissed it. The call is
 * read across origins without credentials.
 */
export const readAnnouncement = endpoint<Record<never, never>, Announcement | undefined>({
  method: 'GET',
  path: '/api/v1/announce/',
  statuses: [200, 204],
  auth: 'public',
  anyOrigin: true,
  errors: [],
  summary: 'The current announcement, unless this visitor has dismissed it'
})

/** The dismissal is stored for the account, or in a cookie of the browser if the visitor has no account. */
export const dismissAnnouncement = endpoint<Record<never, never>, void>({
  method: 'PUT',
  path: '/api/v1/announce/',
  statuses: [204],
  auth: 'public',
  errors: ['too_many_requests'],
  summary: 'Dismisses the current announcement for this visitor; no payload'
})

export const listAnnouncements = endpoint<
  z.input<typeof schema.listAnnouncementsInput>,
  AnnouncementList
>({
  method: 'GET',
  path: '/api/v1/admin/announcements',
  statuses: [200],
  auth: 'admin',
  errors: [],
  summary: 'All announcements, latest start first'
})

export const createAnnouncement = endpoint<
  z.input<typeof schema.createAnnouncementInput>,
  z.infer<typeof schema.announcementDocument>
>({
  method: 'POST',
  path: '/api/v1/admin/announcements',
  statuses: [201],
  auth: 'admin',
  type: 'announcements',
  idempotency: 'optional',
  errors: ['announcement_overlaps'],
  summary: 'Publishes an announcement now or at a scheduled time; two never overlap'
})

export const updateAnnouncement = endpoint<
  z.input<typeof schema.updateAnnouncementInput>,
  z.infer<typeof schema.announcementDocument>
>({
  method: 'PATCH',
  path: '/api/v1/admin/announcements/{id}',
  statuses: [200],
  auth: 'admin',
  type: 'announcements',
  errors: ['not_found', 'state_not_allowed', 'announcement_overlaps'],
  summary: 'Edits an announcement, moves its times or ends it'
})
