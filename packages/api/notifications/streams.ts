import { endpoint } from '../endpoint.ts'

/** Number of unread notifications of the account, sent when the stream opens and whenever it changes. */
export type UnreadEvent = { event: 'unread'; data: { count: number } }

/** Opened with `new EventSource(path)`, not with the client. Heartbeats are sent as comments. */
export const notificationStream = endpoint<Record<never, never>, void>({
  method: 'GET',
  path: '/api/v1/notifications/stream',
  statuses: [200],
  auth: 'user',
  eventStream: true,
  errors: ['too_many_requests'],
  summary: 'The number of unread notifications, as server-sent events'
})
