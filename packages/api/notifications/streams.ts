import { endpoint } from '../endpoint.ts'

/** How many notifications the account has not read: at once, and whenever that changes. */
export type UnreadEvent = { event: 'unread'; data: { count: number } }

/** Opened with `new EventSource(path)`, not with the client. Comments come as heartbeats. */
export const notificationStream = endpoint<Record<never, never>, void>({
  method: 'GET',
  path: '/api/v1/notifications/stream',
  statuses: [200],
  auth: 'user',
  eventStream: true,
  errors: ['too_many_requests'],
  summary: 'The number of unread notifications, as server-sent events'
})
