import type { UnreadEvent } from '@mille/api/notifications/streams.ts'
import { findLiveSessions } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import { failure } from '../http/answers/reply.ts'
import type { Call } from '../http/serve.ts'
import { createStreamHub, type OpenStream } from '../http/stream-hub.ts'
import { countUnread } from './queries.ts'

export type UnreadStreams = ReturnType<typeof createUnreadStreams>

/**
 * The open streams of this process. A database notice only names the account whose count changed; the count is read
 * from the table.
 */
export function createUnreadStreams(context: Context) {
  const hub = createStreamHub<OpenStream>(context, {
    name: 'unread',
    // Notices come from the table's own triggers and name an account, or `*` for many.
    channel: 'notifications',
    maxOfAccount: 10,
    tooMany: failure('too_many_requests', { retryAfterSeconds: 60 }),
    findLiveSessions,
    onNote(note, open) {
      for (const one of open) if (note === '*' || note === String(one.userId)) hub.wake(one)
    },
    async sendNew(one) {
      const count = await countUnread(context.db, one.userId)
      const event: UnreadEvent = { event: 'unread', data: { count } }
      one.events.send(event.event, event.data)
      return false
    }
  })
  return {
    open: (call: Call<unknown>) => hub.open(call, async stream => stream),
    beat: hub.beat,
    stop: hub.stop
  }
}
